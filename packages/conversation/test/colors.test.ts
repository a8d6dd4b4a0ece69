import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaults, type PublicChat } from '@lectern/contracts'
import { luminanceOf, shadesOf, textOn } from '../src/colors.ts'
import { lookOf } from '../src/look.ts'

test('four shades: half, once, one and a half times, three times, at most full', () => {
  assert.deepEqual(shadesOf('#204060'), ['#102030', '#204060', '#306090', '#60c0ff'])
  assert.deepEqual(shadesOf('#bcffc7'), ['#5e8064', '#bcffc7', '#ffffff', '#ffffff'])
  assert.deepEqual(shadesOf('#000000'), ['#000000', '#000000', '#000000', '#000000'])
})

test('luminance is that of WCAG', () => {
  assert.equal(luminanceOf('#ffffff'), 1)
  assert.equal(luminanceOf('#000000'), 0)
  assert.ok(Math.abs(luminanceOf('#808080') - 0.2159) < 0.0001)
})

test('text is black above a luminance of 0.45, white below', () => {
  assert.equal(textOn('#bcffc7'), '#000000')
  assert.equal(textOn('#930de3'), '#ffffff')
  assert.equal(textOn('#b3b3b3'), '#000000')
  assert.equal(textOn('#b2b2b2'), '#ffffff')
})

const chat = (kb: Partial<PublicChat['kb']>, organization: Partial<PublicChat['organization']> = {}): PublicChat => ({
  organization: { id: 1, name: 'Acme', color: '#204060', image_url: '/org.png', ...organization },
  kb: {
    unqid: 'u',
    name: 'Handbook',
    title: '',
    intro_message: '',
    color: null,
    button_color: defaults.buttonColor,
    image_url: null,
    pre_question_1: '',
    pre_question_2: '',
    pre_question_3: '',
    pre_question_4: '',
    contact_form: true,
    has_model: true,
    ...kb,
  },
})

test('a chat looks as its organization does, unless it sets its own', () => {
  assert.deepEqual(lookOf(chat({})), {
    title: 'Acme',
    imageUrl: '/org.png',
    from: '#204060',
    to: '#102030',
    text: '#ffffff',
  })
  const own = lookOf(chat({ title: 'Help desk', color: '#ffe0e0', image_url: '/kb.png' }))
  assert.deepEqual(own, { title: 'Help desk', imageUrl: '/kb.png', from: '#ffffff', to: '#ffe0e0', text: '#000000' })
})

test('without any usable color the default stands', () => {
  assert.equal(lookOf(chat({ color: 'red' }, { color: '' })).to, defaults.chatColor)
})

test('text on the panel is legible for every base color', () => {
  const contrast = (a: string, b: string) => {
    const [light, dark] = [luminanceOf(a), luminanceOf(b)].sort((x, y) => y - x) as [number, number]
    return (light + 0.05) / (dark + 0.05)
  }
  for (let grey = 0; grey < 256; grey++) {
    const color = `#${grey.toString(16).padStart(2, '0').repeat(3)}`
    const { to, text } = lookOf(chat({ color }))
    assert.ok(contrast(to, text) >= 4.5, `${text} on ${to} of ${color}`)
  }
})
