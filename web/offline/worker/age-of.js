/** The age of a cached copy as a unit and a count. */
export function ageOf(moment) {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(moment)) / 60000))
  if (minutes < 2) return { unit: 'now' }
  if (minutes < 120) return { unit: 'minutes', count: minutes }
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? { unit: 'hours', count: hours } : { unit: 'days', count: Math.floor(hours / 24) }
}
