import type { HandOverLineInput } from '#api/commands/hand-overs.ts'

/** The ticked lines by hand-over, from the fields `of:<line>`. */
export function readVisit(form: FormData) {
  const visit = new Map<string, HandOverLineInput[]>()
  for (const line of readLines(form) ?? []) {
    const handOverId = String(form.get(`of:${line.line_id}`) ?? '')
    visit.set(handOverId, [...(visit.get(handOverId) ?? []), line])
  }
  return [...visit].map(([hand_over_id, lines]) => ({ hand_over_id, lines }))
}

/** Reads the fields `line:<id>`; without any, all lines. */
export function readLines(form: FormData): HandOverLineInput[] | null {
  const lines = [...form].flatMap(([name, value]) =>
    name.startsWith('line:') && form.get(`take:${name.slice(5)}`) !== null
      ? [{ line_id: name.slice(5), quantity: Number(String(value).trim() || 0) }]
      : [],
  )
  return [...form.keys()].some((name) => name.startsWith('line:')) ? lines : null
}
