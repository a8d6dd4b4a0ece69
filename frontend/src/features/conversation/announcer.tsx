import { useEffect, useState } from 'react'

const longEnough = 1000

/** Says a text to screen readers once. It leaves the page again, so that nobody comes across it twice. */
export function Announcer({ text }: { text: string }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    setSaid(text)
    const timer = setTimeout(() => setSaid(''), longEnough)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  )
}
