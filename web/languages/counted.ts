import type { I18n } from '@lingui/core'

/** Translates a message with a count: `one` for 1, `many` for any other number. Callers mark both texts with `/*i18n*\/`. */
export function counted(
  i18n: I18n,
  count: number,
  { one, many, ...values }: { one: string; many: string } & Record<string, string | number>,
): string {
  return i18n.t(count === 1 ? one : many, { count, ...values })
}
