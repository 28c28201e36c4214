import { type Errors, oneOf, type Reader, text } from '#domain/forms/validation.ts'
import { isLocalGovernment } from '#domain/geography/local-governments.ts'
import { NIGERIAN_STATES, type NigerianState } from '#domain/geography/nigerian-states.ts'
import { withValues } from '#domain/texts/translatable-text.ts'

export const stateField: Reader<NigerianState> = oneOf({ label: 'state', among: NIGERIAN_STATES })
export const lgaField: Reader<string> = text({ label: 'Local government', max: 60 })

/** Rejects a local government of another state. */
export function lgaFault({ state, lga }: { state: string; lga: string }): Errors {
  return isLocalGovernment(state, lga)
    ? {}
    : { lga: withValues(/*i18n*/ 'Please choose a local government of {state}.', { state }) }
}
