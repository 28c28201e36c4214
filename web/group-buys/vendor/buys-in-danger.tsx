import { Link } from 'react-router'
import type { Api } from '#api/api.ts'
import { NEAR_END_MS } from '#domain/group-buys/selling/danger.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import { isOpen } from '../is-open.ts'
import { dangerTexts } from './danger-texts.ts'
import { countExtensions, toExtensible } from './reach/queries.ts'
import { ReachButtons } from './reach/reach-buttons.tsx'
import { ShareInWhatsApp } from './share-in-whatsapp.tsx'

/** Buys of the shop that may fail, those that end first on top. */
export async function listBuysInDanger(api: Api, shopId: string, now: Date) {
  const soon = new Date(now.getTime() + NEAR_END_MS).toISOString()
  const { data } = await api.tables
    .from('group_buys')
    .select(
      `id, product_name, unit, status, base_price, price_tiers, current_price, final_price, locked_participants, starts_at, end_date, payment_due_at, share_date, terms_version,
      vendor_location, min_participants, current_participants, paid_participants, payment_mode, allow_extension, extended_at, top_up_at, has_late_promise`,
    )
    .eq('vendor_id', shopId)
    .in('status', ['active', 'closed'])
    .or(`end_date.lte.${soon},payment_due_at.lte.${soon}`)
    .order('end_date')
    .order('id')
    .limit(100)
    .throwOnError()
  const inDanger = data.flatMap((buy) => {
    const dangers = dangerTexts({ ...buy, has_packed: false }, now)
    return dangers.length > 0 ? [{ buy, dangers }] : []
  })
  const extensions = await countExtensions(
    api,
    inDanger.map(({ buy }) => buy.id),
  )
  return inDanger.map(({ buy, dangers }) => ({
    buy,
    dangers,
    extensible: toExtensible(buy, extensions.get(buy.id) ?? 0),
    keys: { message: crypto.randomUUID(), extend: crypto.randomUUID() },
  }))
}

interface BuysInDangerProps {
  buys: Awaited<ReturnType<typeof listBuysInDanger>>
  now: string
}

/** How many people are missing or have not paid, until when, and what the vendor can do about it from the row. */
export function BuysInDanger({ buys, now }: BuysInDangerProps) {
  if (buys.length === 0) return null
  return (
    <section aria-labelledby="danger" className="mb-8">
      <SectionHeading id="danger">Needs you now</SectionHeading>
      <ul className="grid gap-4">
        {buys.map(({ buy, dangers, extensible, keys }) => (
          <li key={buy.id} className="border-l-4 border-pepper pl-4">
            <Link to={`/vendor/products/buys/${buy.id}`} className="break-words text-link">
              {buy.product_name}
            </Link>
            {dangers.map((text) => (
              <p key={text}>{text}</p>
            ))}
            <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-2">
              <ReachButtons buy={buy} extensible={extensible} now={now} keys={keys} />
              {isOpen(buy, now) && <ShareInWhatsApp buy={buy} label={`Share in WhatsApp: ${buy.product_name}`} />}
              <Link to={`/vendor/orders?buy=${buy.id}`} className="inline-flex min-h-11 items-center text-link">
                See its orders
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
