import { formatDay } from '#domain/time/date-text.ts'

interface Series {
  name: string
  /** The name of a colour of the theme, without its dashes. */
  token: string
  values: readonly number[]
}

interface Chart {
  title: string
  days: readonly string[]
  series: readonly Series[]
}

const WIDTH = 400
const HEIGHT = 190
const LEFT = 48
const TOP = 8
const FLOOR = HEIGHT - 24

/** An SVG bar chart with grouped bars for each day. The page has a table with the same figures. */
export function barChart({ title, days, series }: Chart): string {
  const top = niceTop(Math.max(1, ...series.flatMap(({ values }) => values)))
  const step = (WIDTH - LEFT) / days.length
  const bars = series.map(({ token, values }, index) => {
    const width = (step * 0.8) / series.length
    const rects = values.map((value, day) => {
      const height = (value / top) * (FLOOR - TOP)
      const x = LEFT + day * step + step * 0.1 + index * width
      return height > 0 ? `<rect x="${n(x)}" y="${n(FLOOR - height)}" width="${n(width)}" height="${n(height)}"/>` : ''
    })
    return `<g fill="var(--${token})">${rects.join('')}</g>`
  })
  return figure({ title, days, series }, `${axes(days, top, step)}${bars.join('')}`)
}

/** An SVG line chart with one point for each day. */
export function lineChart({ title, days, series }: Chart): string {
  const top = niceTop(Math.max(1, ...series.flatMap(({ values }) => values)))
  const step = (WIDTH - LEFT) / days.length
  const lines = series.map(({ token, values }) => {
    const points = values.map((value, day) => {
      const y = FLOOR - (value / top) * (FLOOR - TOP)
      return `${n(LEFT + (day + 0.5) * step)},${n(y)}`
    })
    return `<polyline points="${points.join(' ')}" fill="none" stroke="var(--${token})" stroke-width="2.5" stroke-linejoin="round"/>`
  })
  return figure({ title, days, series }, `${axes(days, top, step)}${lines.join('')}`)
}

function figure({ title, series }: Chart, inside: string): string {
  const legend = series.map(({ name, token }) => `<li><i style="background:var(--${token})"></i>${name}</li>`).join('')
  return `<figure><figcaption><h3>${title}</h3><ul class="legend">${legend}</ul></figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}, day by day; the table below has the figures">${inside}</svg></figure>`
}

function axes(days: readonly string[], top: number, step: number): string {
  const lines = [0, 0.5, 1].map((part) => {
    const y = n(FLOOR - part * (FLOOR - TOP))
    return `<path d="M${LEFT} ${y}H${WIDTH}" stroke="var(--grain)"/><text x="${LEFT - 6}" y="${Number(y) + 4}" text-anchor="end">${short(top * part)}</text>`
  })
  const every = Math.max(1, Math.ceil(days.length / 5))
  const names = days.map((day, index) =>
    index % every === 0 && days.length - index >= every * 0.6
      ? `<text x="${n(LEFT + (index + 0.5) * step)}" y="${HEIGHT - 6}" text-anchor="middle">${formatDay(day).slice(4)}</text>`
      : '',
  )
  return [...lines, ...names].join('')
}

/** An abbreviated amount for axes: ₦1.5m, ₦250k. */
function short(kobo: number): string {
  const naira = kobo / 100
  if (naira >= 1_000_000) return `₦${Number((naira / 1_000_000).toFixed(1))}m`
  return naira >= 1_000 ? `₦${Number((naira / 1_000).toFixed(1))}k` : `₦${Math.round(naira)}`
}

function niceTop(most: number): number {
  const size = 10 ** Math.floor(Math.log10(most))
  return [1, 2, 3, 4, 5, 6, 8, 10].map((part) => part * size).find((top) => top >= most) ?? most
}

const n = (value: number) => value.toFixed(1)
