import { count } from '#web/ui/format.ts'

/** "6 hours", "2 days 4 hours", "Under 1 hour" from hours; null while nothing has been handed over. */
export function deliveryTimeText(hours: number | null | undefined): string | null {
  if (hours === null || hours === undefined) return null
  const whole = Math.round(hours)
  if (whole < 1) return 'Under 1 hour'
  if (whole < 48) return `${count(whole)} ${whole === 1 ? 'hour' : 'hours'}`
  const [days, rest] = [Math.floor(whole / 24), whole % 24]
  return `${count(days)} days${rest > 0 ? ` ${rest} ${rest === 1 ? 'hour' : 'hours'}` : ''}`
}
