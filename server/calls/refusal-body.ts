import { errorsInEnglish } from '#domain/forms/validation.ts'
import type { Refusal } from '#domain/refusal.ts'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'

/**
 * A refusal as JSON. `message` and `errors` are in English; `templates` has those with values once more, for screens
 * that translate.
 */
export function refusalBody({ kind: _, message, errors, ...facts }: Refusal) {
  const hasTemplates = [message, ...Object.values(errors ?? {})].some((text) => typeof text !== 'string')
  return {
    ...facts,
    message: formatInEnglish(message),
    ...(errors && { errors: errorsInEnglish(errors) }),
    ...(hasTemplates && { templates: { message, errors } }),
  }
}
