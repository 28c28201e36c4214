/** A day that a place is open, in Lagos; 1 is Monday. */
export interface OpeningDay {
  day: number
  opens: string
  closes: string
}

const DAYS = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** "Mon to Fri 8 am to 6 pm, Sat 9 am to 2.30 pm"; empty where nobody has said. */
export function pickupTimes(hours: readonly OpeningDay[]): string {
  const runs: { from: number; to: number; times: string }[] = []
  for (const { day, opens, closes } of [...hours].sort((a, b) => a.day - b.day || a.opens.localeCompare(b.opens))) {
    const times = `${clock(opens)} to ${clock(closes)}`
    const last = runs.at(-1)
    if (last && last.times === times && last.to === day - 1) last.to = day
    else runs.push({ from: day, to: day, times })
  }
  return runs.map(({ from, to, times }) => `${DAYS[from]}${to > from ? ` to ${DAYS[to]}` : ''} ${times}`).join(', ')
}

/** "8 am", "2.30 pm", "12 noon" from "08:00". */
function clock(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  if (hours === 12 && minutes === 0) return '12 noon'
  const shown = `${hours % 12 || 12}${minutes > 0 ? `.${String(minutes).padStart(2, '0')}` : ''}`
  return `${shown} ${hours < 12 ? 'am' : 'pm'}`
}
