import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { brand } from '#domain/brand.ts'
import { figureRules } from '#web/desk/figure-rules.ts'
import { count, day, moment, plural } from '#web/ui/format.ts'
import { Rating } from '#web/ui/rating.tsx'
import { leavingWords, shareWords, shortWords } from './buy-rules.ts'
import type { ReadBuy } from './queries.ts'
import type { Sheet } from './sheet-queries.ts'
import { SheetShort } from './sheet-short.tsx'
import { Tap } from './tap.tsx'

interface ReadOnlyGiven {
  buy: ReadBuy
  /** "1 bag, about 50 kg"; empty where nobody knows. */
  weight: string
  now: string
  open: boolean
  /** The page's full address, for a message to us. */
  address: string
  /** Where its money is, once payments are counted. */
  sheet: Sheet | null
  /** What people asked about the product: links alone. */
  questions: React.ReactNode
}

/**
 * What a buy's page says and nobody changes there, as HTML: browsers need no script to show it, and none comes for it. `trust` stands
 * beside the button, `more` below.
 */
export function readOnlyParts(given: ReadOnlyGiven): { trust: string; more: string } {
  return {
    trust: given.open ? renderToStaticMarkup(<Trust {...given} />) : '',
    more: renderToStaticMarkup(
      <StaticRouter location="/">
        <More {...given} />
      </StaticRouter>,
    ),
  }
}

/** What happens to one's money, and who helps. */
function Trust({ buy, address }: ReadOnlyGiven) {
  const due = buy.payment_due_at && moment(buy.payment_due_at)
  const ask = encodeURIComponent(`I have a question about ${buy.product_name}: ${address}`)
  return (
    <ul className="grid gap-2 border-t border-grain pt-3 text-14">
      <li>
        {buy.payment_mode === 'pay_to_join'
          ? 'You pay straight after joining, to keep your place.'
          : `Nothing to pay now.${due ? ` Pay by ${due}, and your place is kept till then.` : ''}`}
      </li>
      <li>We hold your money. The vendor is paid only after the food is in your hands.</li>
      <li>If too few people pay, everything comes back to you, fee included.</li>
      <li>
        Any question?{' '}
        <a
          href={`https://wa.me/${brand.whatsapp}?text=${ask}`}
          className="text-link whitespace-nowrap"
          rel="noopener"
          target="_blank"
        >
          WhatsApp us
        </a>{' '}
        or call{' '}
        <a href={`tel:${brand.phone}`} className="text-link whitespace-nowrap">
          {brand.phoneText}
        </a>
        , {brand.hours}.
      </li>
    </ul>
  )
}

function More(given: ReadOnlyGiven) {
  const { buy, weight, now, open } = given
  const dates = [
    [open ? 'Closes' : 'Closed', moment(buy.end_date)],
    ['Pay by', buy.payment_due_at ? moment(buy.payment_due_at) : 'not set'],
    ['Sharing day', buy.share_date ? day(buy.share_date) : 'not set'],
    ...(weight ? [['Weight', weight]] : []),
    ...(open && (buy.min_quantity > 1 || buy.max_quantity !== null) ? [['One person takes', shareWords(buy)]] : []),
  ]
  return (
    <>
      {given.sheet && <SheetShort sheet={given.sheet} />}
      <section aria-labelledby="about-buy">
        <h2 id="about-buy" className="mb-2 text-22">
          About this group buy
        </h2>
        {buy.product_description && (
          <p className="mb-3 max-w-measure whitespace-pre-line break-words">{buy.product_description}</p>
        )}
        <dl className="divide-y divide-grain border-y border-grain">
          {dates.map(([term, fact]) => (
            <div
              key={term}
              className="grid grid-cols-[7rem_minmax(0,1fr)] gap-4 py-2 sm:grid-cols-[9rem_minmax(0,1fr)]"
            >
              <dt className="text-soft">{term}</dt>
              <dd className="font-semibold">{fact}</dd>
            </div>
          ))}
        </dl>
        {open && (
          <>
            <Tap title="What if too few people pay?">
              <p>{shortWords(buy)}</p>
              <p>
                If it does not happen, refunds start by themselves: everything you paid, fee included. What you paid in
                PEPS is back at once, naira in 3 to 5 business days. You need not ask.
              </p>
            </Tap>
            <Tap title="Can I leave?">
              <p>{leavingWords(buy, now)}</p>
            </Tap>
          </>
        )}
      </section>
      <Seller buy={buy} />
      {given.questions}
    </>
  )
}

/** The shop's record, each figure with its rule; a shop that is not open shows none. */
function Seller({ buy: { vendor, vendor_location: city } }: Pick<ReadOnlyGiven, 'buy'>) {
  if (!vendor) return null
  const { metrics } = vendor
  const onTime = metrics?.on_time_rate
  return (
    <section aria-labelledby="seller">
      <h2 id="seller" className="mb-2 text-22">
        The seller
      </h2>
      <p>
        <a href={`/shop/${vendor.id}`} className="text-link font-semibold break-words">
          {vendor.business_name}, {city}
        </a>
      </p>
      <Rating value={metrics?.rating ?? null} amount={metrics?.rating_count ?? 0} />
      <p className="text-14">
        {plural(metrics?.completed_orders ?? 0, 'order')} completed
        {onTime == null ? '' : `, ${count(onTime)}% on time`}
      </p>
      <Tap title="How these figures are made">
        <p>{figureRules.rating}</p>
        <p>{figureRules.completed}</p>
        <p>{figureRules.onTime}</p>
      </Tap>
    </section>
  )
}
