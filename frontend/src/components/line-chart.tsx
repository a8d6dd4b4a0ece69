import {
  CategoryScale,
  Chart,
  type ChartConfiguration,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Title,
  Tooltip,
} from 'chart.js'
import { useEffect, useRef } from 'react'
import { useAppSelector } from '../app/hooks.ts'

Chart.register(LineController, LineElement, PointElement, CategoryScale, LinearScale, Filler, Title, Tooltip)

/** More days than these are a line alone. */
const mostPoints = 31

type Props = { data: { dates: string[]; counts: number[] } }

/** A count of each day as a line, and as a table for those who do not see it. */
export function LineChart({ data: { dates, counts } }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const theme = useAppSelector((state) => state.theme)

  useEffect(() => {
    if (!canvas.current) return
    const chart = new Chart(canvas.current, configOf(dates.map(dayOf), counts, coloursOf(theme)))
    return () => chart.destroy()
  }, [dates, counts, theme])

  return (
    <>
      <canvas ref={canvas} aria-hidden />
      {/* A table cannot be made smaller than its rows, so it is hidden with what it stands in. */}
      <div className="visually-hidden">
        <table>
          <caption>Date vs Count</caption>
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">Count</th>
            </tr>
          </thead>
          <tbody>
            {dates.map((date, index) => (
              <tr key={date}>
                <td>{date}</td>
                <td>{counts[index] ?? 0}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

type Colours = { text: string; grid: string; line: string; fill: string }

/** The day of a date, whose zone is not asked. */
const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const dayOf = (date: string) => dayFormat.format(new Date(date))

/** A chart is drawn, not styled: it takes its colours from the tokens of the theme that is on. */
function coloursOf(theme: 'light' | 'dark'): Colours {
  const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()
  const line = theme === 'dark' ? '#6ea8ff' : 'blue'
  const fill = theme === 'dark' ? 'rgb(110 168 255 / 15%)' : 'rgb(0 0 255 / 8%)'
  return { text: token('--text-muted'), grid: token('--border'), line, fill }
}

const configOf = (
  labels: string[],
  data: number[],
  { text, grid, line, fill }: Colours,
): ChartConfiguration<'line'> => ({
  type: 'line',
  data: {
    labels,
    datasets: [
      {
        label: 'Counts',
        data,
        borderColor: line,
        backgroundColor: fill,
        borderWidth: 2,
        pointRadius: data.length > mostPoints ? 0 : 2,
        pointHitRadius: 16,
        // A smooth line that never shows more or less than was counted.
        cubicInterpolationMode: 'monotone',
        fill: true,
      },
    ],
  },
  options: {
    responsive: true,
    maintainAspectRatio: false,
    animation: matchMedia('(prefers-reduced-motion: reduce)').matches ? false : undefined,
    color: text,
    plugins: { title: { display: true, text: 'Date vs Count', color: text } },
    scales: {
      x: {
        title: { display: true, text: 'Date', color: text },
        ticks: { color: text, maxRotation: 0, autoSkipPadding: 16 },
        grid: { display: false },
        border: { color: grid },
      },
      y: {
        title: { display: true, text: 'Count', color: text },
        ticks: { color: text, precision: 0 },
        grid: { color: grid },
        border: { display: false },
        beginAtZero: true,
        suggestedMax: 5,
      },
    },
  },
})
