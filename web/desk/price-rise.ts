import type { Api } from '#api/api.ts'
import { priceRiseLabels } from '#domain/price-rises/price-rise.ts'
import type { Fact } from '#web/ui/data-list.tsx'
import { datedMoment, naira, plural } from '#web/ui/format.ts'

/** The higher price that a shop asked the people in this buy for, with their answers; null if it has not. */
export async function readPriceRise(api: Api, buyId: string) {
  const { data } = await api.tables
    .from('price_rise_answers')
    .select(
      'id, rise_naira, reason, former_base_price, base_price, former_ceiling_price, ceiling_price, people, status, asked_at, ends_at, ended_at, staying, leaving, silent',
    )
    .eq('group_buy_id', buyId)
    .maybeSingle()
    .throwOnError()
  return data
}

type PriceRise = NonNullable<Awaited<ReturnType<typeof readPriceRise>>>

export function priceRiseFacts(rise: PriceRise): Fact[] {
  const isOpen = rise.status === 'open'
  return [
    { label: 'State', value: priceRiseLabels[rise.status as keyof typeof priceRiseLabels] },
    { label: 'Requested', value: datedMoment(rise.asked_at ?? '') },
    { label: isOpen ? 'Answers until' : 'Ended', value: datedMoment((isOpen ? rise.ends_at : rise.ended_at) ?? '') },
    { label: 'Base price', value: `${naira(rise.former_base_price ?? 0)}, then ${naira(rise.base_price ?? 0)}` },
    {
      label: 'At most, each',
      value: `${naira(rise.former_ceiling_price ?? 0)}, then ${naira(rise.ceiling_price ?? 0)}`,
    },
    { label: 'Reason', value: rise.reason ?? '' },
    { label: 'Were in it', value: plural(rise.people ?? 0, 'person', 'people') },
    { label: 'Stay', value: String(rise.staying ?? 0) },
    { label: 'Left', value: String(rise.leaving ?? 0) },
    ...(isOpen ? [{ label: 'Have not answered', value: String(rise.silent ?? 0) }] : []),
  ]
}
