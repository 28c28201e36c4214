import { readDealOptions } from './deal-options.ts'

/** The choices in a form's text: one a line, or a JSON list. */
export function readTypedOptions(text: string): string[] {
  const typed = text.trim()
  const choices = typed.startsWith('[') ? readDealOptions(typed) : typed.split(/\r?\n/)
  return choices.map((choice) => choice.trim()).filter(Boolean)
}
