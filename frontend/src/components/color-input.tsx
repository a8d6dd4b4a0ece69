import styles from './color-input.module.css'
import { useFieldAttributes } from './field.tsx'
import { Input } from './input.tsx'

type Props = { value: string; onChange: (value: string) => void; onBlur?: () => void }

/** A color as text, with the browser's picker beside it. */
export function ColorInput({ value, onChange, onBlur }: Props) {
  const { id } = useFieldAttributes()
  return (
    <div className={styles.color}>
      <input
        type="color"
        aria-labelledby={id ? `${id}-label` : undefined}
        className={styles.swatch}
        value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#000000'}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
      <Input value={value} onChange={(event) => onChange(event.target.value)} onBlur={onBlur} spellCheck={false} />
    </div>
  )
}
