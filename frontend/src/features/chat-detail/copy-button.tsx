import { Check, Copy } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { useCopied } from '../conversation/use-copied.ts'

/** Copies a text and says so for a moment. */
export function CopyButton({ text, what }: { text: string; what?: string }) {
  const { copied, copy } = useCopied()
  return (
    <Button variant="secondary" onClick={() => copy(text)}>
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      <span aria-live="polite">{copied ? 'Copied!' : 'Copy'}</span>
      {what && <span className="visually-hidden">{what}</span>}
    </Button>
  )
}
