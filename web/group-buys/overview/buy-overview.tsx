import { Trans, useLingui } from '@lingui/react'
import { participantsText } from '#domain/group-buys/participants/participants-text.ts'
import { parsePriceTiers } from '#domain/group-buys/price/price-tiers.ts'
import { buyPriceNaira, shownPrice } from '#domain/group-buys/price/shown-price.ts'
import { isCalledOff } from '#domain/group-buys/states.ts'
import { nairaToKobo } from '#domain/money.ts'
import { countUnits } from '#domain/products/units.ts'
import { translate } from '#web/languages/translate.ts'
import { Badge } from '#web/ui/badge.tsx'
import { IfAllPay } from '#web/ui/cards/if-all-pay.tsx'
import { PoolBar } from '#web/ui/cards/pool-bar.tsx'
import { PriceTag } from '#web/ui/cards/price-tag.tsx'
import { stallPicture } from '#web/ui/cards/stall-picture.ts'
import { Countdown } from '#web/ui/countdown.tsx'
import { kobo } from '#web/ui/format.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { buyStateLabel, endedPoolSentence } from '../buy-state-texts.ts'
import { mostToPay, type PricedBuy } from '../prices/what-you-pay.ts'

interface OverviewBuy extends PricedBuy {
  status: string
  image_url: string | null
  vendor_id: string
  unit: string
  final_price: number | null
  current_participants: number
  paid_participants: number
  buyer_fee_bps: number
  end_date: string
}

interface BuyOverviewProps {
  buy: OverviewBuy
  now: string
  open: boolean
  shopOpen: boolean
  /** Units the viewer has in the buy. */
  mine: number
  /** First names of participants who consented to be named. */
  names: readonly string[]
}

/** A buy at a glance: picture, current price, time left, maximum cost and progress. */
export function BuyOverview({ buy, now, open, shopOpen, mine, names }: BuyOverviewProps) {
  const { i18n } = useLingui()
  const happens = !isCalledOff(buy.status)
  const inIt = participantsText(names, buy.current_participants)
  return (
    <div className="grid grid-cols-[112px_minmax(0,1fr)] items-start gap-x-4 gap-y-3 sm:grid-cols-[240px_minmax(0,1fr)] sm:gap-x-6">
      <Picture
        src={stallPicture(buy.image_url, { unit: buy.unit, seller: buy.vendor_id })}
        alt=""
        width={240}
        height={240}
        eager
        className="size-28 rounded-card bg-kraft p-1 sm:row-span-2 sm:size-60 sm:p-4"
      />
      <div className="grid gap-2 sm:self-end">
        {!open && (
          <p>
            <Badge tone={happens ? 'info' : 'urgent'}>{buyStateLabel(buy, i18n)}</Badge>
          </p>
        )}
        {happens && <PriceTag price={buyPriceNaira(buy)} unit={buy.unit} size="page" />}
        {open && <IfAllPay buy={buy} />}
        {open && <Countdown endsAt={buy.end_date} now={now} showMoment />}
        {happens && mine > 0 && (
          <a href="#your-part" className="text-link text-14 font-semibold">
            {i18n.t('You have {units}', { units: countUnits(mine, buy.unit) })}
          </a>
        )}
      </div>
      {happens && (
        <div className="col-span-2 grid gap-3 sm:col-span-1 sm:self-start">
          {open && <NeverMore buy={buy} />}
          <div>
            <PoolBar
              joined={buy.current_participants}
              paid={buy.paid_participants}
              minParticipants={buy.min_participants}
              tiers={parsePriceTiers(buy.price_tiers)}
              detail
              {...(!open && { sentence: endedPoolSentence(buy, i18n) })}
              {...(open && !shopOpen && { sentence: i18n.t('Nobody can join while the shop is closed') })}
            />
            {inIt && <p className="text-14 break-words">{translate(i18n, inIt)}</p>}
          </div>
        </div>
      )}
    </div>
  )
}

function NeverMore({ buy }: { buy: OverviewBuy }) {
  const { i18n } = useLingui()
  const savedKobo = nairaToKobo(buy.base_price) - shownPrice(buy).priceKobo
  const { amountDueKobo } = mostToPay(buy, { adding: 1, parts: [] })
  return (
    <p>
      {savedKobo > 0n && (
        <span className="font-semibold text-leaf">
          {i18n.t('You save {amount} a {unit}.', { amount: kobo(savedKobo), unit: buy.unit })}{' '}
        </span>
      )}
      <Trans
        id="You will never pay more than <most>{price}</most> a {unit}, all in."
        components={{ most: <strong className="whitespace-nowrap" /> }}
        values={{ price: kobo(amountDueKobo), unit: <>{buy.unit}</> }}
      />
    </p>
  )
}
