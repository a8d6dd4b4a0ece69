import { Plus, Settings, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../components/badge.tsx'
import { Button, IconButton } from '../components/button.tsx'
import { ColorInput } from '../components/color-input.tsx'
import { Field } from '../components/field.tsx'
import { ImageInput, useImageChoice } from '../components/image-input.tsx'
import { Input } from '../components/input.tsx'
import { Logo } from '../components/logo.tsx'
import { Note } from '../components/note.tsx'
import { Select } from '../components/select.tsx'
import { Textarea } from '../components/textarea.tsx'
import { Time } from '../components/time.tsx'
import styles from './components-page.module.css'
import { nothing, Part } from './part.tsx'

const tones = ['neutral', 'accent', 'success', 'warning', 'danger'] as const
const variants = ['primary', 'secondary', 'ghost', 'danger'] as const
const options = [
  { value: 'a', label: 'The first' },
  { value: 'b', label: 'The second, whose name is longer than the field is wide' },
]

export function Buttons() {
  return (
    <Part title="Buttons">
      {variants.map((variant) => (
        <div key={variant} className={styles.row}>
          <Button variant={variant}>{variant}</Button>
          <Button variant={variant} size="sm">
            small
          </Button>
          <Button variant={variant} size="lg">
            <Plus aria-hidden /> large
          </Button>
          <Button variant={variant} isBusy>
            busy
          </Button>
          <Button variant={variant} disabled>
            disabled
          </Button>
          <IconButton variant={variant} label={`Settings, ${variant}`}>
            <Settings />
          </IconButton>
        </div>
      ))}
    </Part>
  )
}

export function Words() {
  return (
    <Part title="Badges, times, notes">
      <div className={styles.row}>
        <Logo />
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <Time value="2026-01-31T12:00:00Z" />
      </div>
      <Note icon={<Sparkles aria-hidden />} action={<Button size="sm">Do it</Button>}>
        Something to know, with something to do about it.
      </Note>
    </Part>
  )
}

export function Fields() {
  const [color, setColor] = useState('#0f6a5c')
  const [chosen, setChosen] = useState('')
  const picture = useImageChoice(null)
  return (
    <Part title="Fields">
      <div className={styles.fields}>
        <Field label="Text" hint="What it is for.">
          <Input placeholder="A placeholder" />
        </Field>
        <Field label="Wrong" hint="What it is for." error="Please fill this in.">
          <Input />
        </Field>
        <Field label="Disabled">
          <Input disabled value="Not to be changed" />
        </Field>
        <Field label="Read only">
          <Input readOnly value="To be copied" />
        </Field>
        <Field label="Long text">
          <Textarea defaultValue="It grows with what is in it." />
        </Field>
        <Field label="Choice">
          <Select options={options} value={chosen} onChange={setChosen} placeholder="Choose one" />
        </Field>
        <Field label="Disabled choice">
          <Select options={options} value="a" onChange={nothing} isDisabled />
        </Field>
        <Field label="Color">
          <ColorInput value={color} onChange={setColor} />
        </Field>
        <Field label="Picture" error={picture.problem}>
          <ImageInput choice={picture} />
        </Field>
      </div>
    </Part>
  )
}
