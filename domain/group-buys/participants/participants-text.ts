import type { TranslatableText } from '#domain/texts/translatable-text.ts'

const MAX_NAMED = 3

/** "Ngozi, Tunde and 12 others are in." Null if no participant agreed to be named: the count is shown elsewhere. */
export function participantsText(firstNames: readonly string[], participants: number): TranslatableText | null {
  // A participant may have left since the names were read.
  const named = firstNames.slice(0, Math.min(MAX_NAMED, participants))
  if (named.length === 0) return null
  const others = participants - named.length
  if (others > 0) {
    const one = /*i18n*/ '{names} and {count} other are in.'
    return {
      text: others === 1 ? one : /*i18n*/ '{names} and {count} others are in.',
      values: { names: named.join(', '), count: others },
    }
  }
  const last = named.at(-1) ?? ''
  if (named.length === 1) return { text: /*i18n*/ '{name} is in.', values: { name: last } }
  return { text: /*i18n*/ '{names} and {last} are in.', values: { names: named.slice(0, -1).join(', '), last } }
}
