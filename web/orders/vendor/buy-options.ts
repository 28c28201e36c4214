import { clockTime, longDay } from '#web/ui/format.ts'

interface BuyChoice {
  id: string
  product_name: string
  end_date: string
}

/** Buys to filter by, with distinct names: product and last day, then the hour, then a number. */
export function buyOptions(buys: readonly BuyChoice[]): { value: string; label: string }[] {
  const named = [
    ({ product_name: name, end_date: end }: BuyChoice) => `${name}, ${longDay(end)}`,
    ({ product_name: name, end_date: end }: BuyChoice) => `${name}, ${longDay(end)}, ${clockTime(end)}`,
  ]
  let options = buys.map((buy) => ({ value: buy.id, label: named[0]?.(buy) ?? '', buy }))
  for (const name of named.slice(1)) {
    const alike = repeated(options)
    options = options.map((option) => (alike.has(option.label) ? { ...option, label: name(option.buy) } : option))
  }
  const alike = repeated(options)
  const seen = new Map<string, number>()
  return options.map(({ value, label }) => {
    if (!alike.has(label)) return { value, label }
    const nth = (seen.get(label) ?? 0) + 1
    seen.set(label, nth)
    return { value, label: `${label} (${nth})` }
  })
}

function repeated(options: readonly { label: string }[]): Set<string> {
  const labels = options.map(({ label }) => label)
  return new Set(labels.filter((label, index) => labels.indexOf(label) !== index))
}
