import { useEffect, useState } from 'react'
import { useAppSelector } from '../../app/hooks.ts'
import dark from './pictures/preview-dark.webm'
import darkPoster from './pictures/preview-dark.webp'
import light from './pictures/preview-light.webm'
import lightPoster from './pictures/preview-light.webp'
import styles from './preview-video.module.css'
import shot from './shot.module.css'
import { Window } from './window.tsx'

const films = { light, dark }
const label = 'A question to a library’s chat, and the answer with the words of the handbook that it rests on'

/** The product at work. Its picture stands there at once; the film comes when the page has loaded, for those who want things to move. */
export function PreviewVideo() {
  const theme = useAppSelector((state) => state.theme)
  const [isWanted, setWanted] = useState(false)
  const [isPlaying, setPlaying] = useState(false)
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)').matches) return
    const timer = setTimeout(() => setWanted(true), 1500)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Window>
      <div className={styles.stage} role="img" aria-label={label}>
        <img className={shot.light} src={lightPoster} alt="" width={1120} height={700} fetchPriority="high" />
        <img className={shot.dark} src={darkPoster} alt="" width={1120} height={700} loading="lazy" />
        {isWanted && (
          <video
            key={theme}
            className={styles.film}
            data-playing={isPlaying}
            src={films[theme]}
            autoPlay
            muted
            loop
            playsInline
            onPlaying={() => setPlaying(true)}
            onError={() => setPlaying(false)}
          />
        )}
      </div>
    </Window>
  )
}
