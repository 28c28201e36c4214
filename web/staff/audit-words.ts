/** What an act changed, one line per field: "role: customer → vendor". Unchanged fields are left out. */
export function changesOf(before: unknown, after: unknown): string[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  const lines = names
    // An archived row's copy is long, and only what was done to it matters.
    .filter((name) => name in is || names.length <= MOST_FIELDS)
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
    .map((name) => {
      const label = name.replaceAll('_', ' ')
      if (!(name in was)) return `${label}: ${valueText(is[name])}`
      return `${label}: ${valueText(was[name])} → ${name in is ? valueText(is[name]) : 'gone'}`
    })
  return lines.length > 0 ? lines : ['No change']
}

const MOST_FIELDS = 6
const LONGEST = 120

function fieldsOf(value: unknown): Record<string, unknown> {
  return value && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (Array.isArray(value)) return value.length > 0 ? value.map(valueText).join(', ') : 'none'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
