import { datedDay } from '#web/ui/format.ts'

interface OverlapWords {
  hidden: { title: string; place: string }
  shown: { title: string }
  from: number
  to: number
}

/** "“B” is shown in its place, from Sat 14 Mar 2026 to Sun 15 Mar 2026."; of deals, that both open the same. */
export function overlapText({ hidden, shown, from, to }: OverlapWords): string {
  const days = spanText({ from, to })
  if (hidden.place.startsWith('deal.')) return `“${shown.title}” opens the same, ${days}.`
  return `“${shown.title}” is shown in its place, ${days}.`
}

export function spanText({ from, to }: { from: number; to: number }): string {
  const start = datedDay(new Date(from))
  if (to === Number.POSITIVE_INFINITY) return `from ${start} on`
  // A moment at midnight belongs to the day before.
  const end = datedDay(new Date(to - 1))
  return start === end ? `on ${start}` : `from ${start} to ${end}`
}
