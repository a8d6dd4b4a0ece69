import { defaults, limits, StartCrawl } from '@lectern/contracts'
import { isFailure } from '@lectern/conversation'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { useStartCrawlMutation } from '../../api/crawls.ts'
import { useScrapePageMutation } from '../../api/files.ts'
import { showFieldErrors, useContractForm } from '../../app/form.ts'
import { useAppDispatch } from '../../app/hooks.ts'
import { successToast } from '../../app/toasts.ts'
import { Button } from '../../components/button.tsx'
import { DialogActions } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { Input } from '../../components/input.tsx'
import { Select } from '../../components/select.tsx'
import styles from './scrape-form.module.css'

type Props = { chatId: string; onClose: () => void }
type Every = NonNullable<StartCrawl['every']>

const extents = [
  { value: 'page', label: 'This page only' },
  { value: 'site', label: 'The whole website' },
]
const pageLimits = [25, defaults.crawlPages, 250, limits.crawlPages].map((count) => ({
  value: String(count),
  label: `${count} pages`,
}))
const rhythms: { value: Every; label: string }[] = [
  { value: 'never', label: 'Only when asked' },
  { value: 'day', label: 'Every day' },
  { value: 'week', label: 'Every week' },
]

/** Asks for the address of a page, and whether the rest of its website is wanted too. */
export function ScrapeForm({ chatId, onClose }: Props) {
  const dispatch = useAppDispatch()
  const [scrape, { isLoading: isScraping }] = useScrapePageMutation()
  const [crawl, { isLoading: isStarting }] = useStartCrawlMutation()
  const [isWhole, setWhole] = useState(false)
  const form = useContractForm(StartCrawl, {
    defaultValues: { url: '', max_pages: defaults.crawlPages, every: 'never' },
  })
  const { errors } = form.formState

  const submit = form.handleSubmit(async (fields) => {
    const { data, error } = isWhole
      ? await crawl({ chatId, fields })
      : await scrape({ id: chatId, scrape_url: fields.url })
    if (!data) return showFieldErrors(form, underOurName(error))
    dispatch(successToast(data.message))
    onClose()
  })

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field label="Website URL" hint="Include http:// or https://" error={errors.url?.message}>
        <Input type="url" inputMode="url" autoComplete="url" required {...form.register('url')} />
      </Field>
      <Field label="What to read">
        <Select
          options={extents}
          value={isWhole ? 'site' : 'page'}
          onChange={(extent) => setWhole(extent === 'site')}
        />
      </Field>
      {isWhole && (
        <div className={styles.pair}>
          <Field label="At most" error={errors.max_pages?.message}>
            <Controller
              control={form.control}
              name="max_pages"
              render={({ field: { value, onChange } }) => (
                <Select options={pageLimits} value={String(value)} onChange={(chosen) => onChange(Number(chosen))} />
              )}
            />
          </Field>
          <Field label="Read it again" error={errors.every?.message}>
            <Controller
              control={form.control}
              name="every"
              render={({ field: { value, onChange } }) => (
                <Select options={rhythms} value={String(value)} onChange={onChange} />
              )}
            />
          </Field>
        </div>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" isBusy={isScraping || isStarting}>
          Scrape Website
        </Button>
      </DialogActions>
    </form>
  )
}

/** The call for one page has another name for the address. */
function underOurName(error: unknown) {
  if (!isFailure(error)) return error
  const { scrape_url: url, ...others } = error.errors
  return url ? { ...error, errors: { ...others, url } } : error
}
