/** The changed fields of an act, one line each: "role: customer → vendor". */
export function changedFields(before: unknown, after: unknown): string[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  const lines = names
    // The copy of an archived row is long, and only the changed fields matter.
    .filter((name) => name in is || names.length <= MAX_FIELDS)
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
    .map((name) => {
      const label = name.replaceAll('_', ' ')
      if (!(name in was)) return `${label}: ${valueText(is[name])}`
      return `${label}: ${valueText(was[name])} → ${name in is ? valueText(is[name]) : 'gone'}`
    })
  return lines.length > 0 ? lines : ['No change']
}

const MAX_FIELDS = 6
const MAX_LENGTH = 120

function fieldsOf(value: unknown): Record<string, unknown> {
  return value && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (Array.isArray(value)) return value.length > 0 ? value.map(valueText).join(', ') : 'none'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}
