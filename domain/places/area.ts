import { type Checked, checkAlso, checkFields } from '#domain/forms/validation.ts'
import { isLocalGovernment } from '#domain/geography/local-governments.ts'
import { NIGERIAN_STATES } from '#domain/geography/nigerian-states.ts'
import type { Area } from './area-text.ts'
import { lgaFault, lgaField, stateField } from './state-and-lga.ts'

/** An area as it was sent; null without a known state. A local government of another state is left out. */
export function parseArea({ state, lga }: { state: string; lga: string }): Area | null {
  if (!NIGERIAN_STATES.some((name) => name === state)) return null
  return { state, lga: isLocalGovernment(state, lga) ? lga : null }
}

/** The form in which a person chooses their area. */
export function checkArea(input: Readonly<Record<string, unknown>>): Checked<{ state: string; lga: string }> {
  return checkAlso(checkFields<{ state: string; lga: string }>(input, { state: stateField, lga: lgaField }), lgaFault)
}
