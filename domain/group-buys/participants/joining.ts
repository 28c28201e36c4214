// Joining a group buy (specification 4 and 5; design.md 3 and 7). The command checks the counts again as conditions of
// one UPDATE; these rules provide the reasons for a refusal.
import { type FeeRates, type OrderAmounts, orderAmounts } from '#domain/orders/amounts.ts'
import { orderRefusals } from '#domain/orders/refusals.ts'
import { maxNewBuyerUnits, maxUnpaidUnits, promiseFault } from '#domain/orders/unpaid/unpaid-promises.ts'
import type { UnpaidStanding } from '#domain/orders/unpaid/unpaid-standing.ts'
import { countUnits } from '#domain/products/units.ts'
import type { Refusal } from '#domain/refusal.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import { SHOP_STAFF } from '#domain/texts/screens.ts'
import { withValues } from '#domain/texts/translatable-text.ts'
import { formatMoment } from '#domain/time/date-text.ts'
import { flexibleFault } from '../packs/flexible-fault.ts'
import { ceilingPriceKobo, promisedCeilingKobo } from '../price/ceiling.ts'
import { type Prices, priceAt } from '../price/price-tiers.ts'
import { isJoinable } from '../progress.ts'
import { buyRefusals } from '../refusals.ts'

const refuse = refuseFrom(buyRefusals, orderRefusals)

export interface JoinedBuy extends Prices {
  status: string
  endDate: Date
  /** Until when its people answer whether they stay at a higher price; null if they are not asked. */
  priceVoteUntil?: Date | null
  /** The unit that a quantity counts, for messages. */
  unit: string
  targetQuantity: number
  currentQuantity: number
  currentParticipants: number
  /** Units and new people on offer to the waiting list, the joiner's own offer included. */
  offeredUnits?: number
  offeredPeople?: number
  minParticipants: number
  maxParticipants: number | null
  /** The product's limits, copied onto the buy. */
  minQuantity: number
  maxQuantity: number | null
  /** Paid participants past free leaving. */
  lockedParticipants: number
  /** Units in a pack; null if the goods do not come in packs. */
  packSize?: number | null
  /** The target before the top-up time, in which only joins that fill the last pack are taken; null outside it. */
  formerTargetQuantity?: number | null
  paymentMode?: string
  vendorOwnerId: string
  /** Unpaid units of participants who have never paid for an order. */
  heldByNew?: number
  rates?: FeeRates
}

export interface Joiner {
  /** Null if not signed in. */
  id: string | null
  /** True if the e-mail address or phone number is confirmed. */
  confirmed: boolean
  /** The buyer's unpaid order in this buy; a new join adds to it. */
  pending?: {
    quantity: number
    /** Units wanted in any case; null if all of them are. */
    sureQuantity?: number | null
    ceilingUnitPriceKobo: bigint
    amountDueKobo: bigint
    isHeld: boolean
    isBeingPaid?: boolean
    deliveryFeeKobo?: bigint
  } | null
  /** Total units of this buyer's live orders in this buy, including the pending one. */
  liveQuantity?: number
  /** More than the buy's maximum, if the shop has granted it to this person. */
  grantedQuantity?: number | null
  /** Units held for them from the waiting list; joining takes them. */
  offeredUnits?: number
  /** True for the owner and the staff of the buy's shop. */
  servesShop?: boolean
  /** The buyer's unpaid orders, from every buy and from the cart. */
  unpaid?: UnpaidStanding
}

interface JoinRequest {
  /** Units that the joiner wants in any case. */
  quantity: number
  /** Units that they would take at most, if that fills a pack; null if no more than they want. */
  upTo?: number | null
  /** Units that the joiner was shown to have when they chose; null if the client does not say. */
  ownQuantity?: number | null
  joiner: Joiner
  now: Date
}

export interface Join extends OrderAmounts {
  /** `new` and `sibling` insert an order, `grown` adds to the pending one. */
  kind: 'new' | 'grown' | 'sibling'
  /** Quantity of the whole order: what is reserved and paid for. */
  quantity: number
  /** Part of it that is wanted in any case; null if all of it is. */
  sureQuantity: number | null
  addedQuantity: number
  addedParticipants: 0 | 1
  newQuantity: number
  newParticipants: number
  unitPriceKobo: bigint
  ceilingUnitPriceKobo: bigint
}

export function decideJoin(buy: JoinedBuy | null, request: JoinRequest): Join | Refusal {
  const { joiner } = request
  if (joiner.id === null) return refuse('sign_in_required')
  const stale = buy && staleFault(buy, request)
  if (stale) return stale
  const flexible = buy && flexibleFault(buy, request)
  if (flexible) return flexible
  const quantity = request.upTo ?? request.quantity
  const fault = joinFault(buy, quantity, request.now)
  if (fault || !buy) return fault ?? refuse('buy_not_found')
  if (buy.priceVoteUntil) return priceVoteFault(buy.priceVoteUntil)
  const others = offersToOthers(buy, joiner)
  if (quantity > buy.targetQuantity - buy.currentQuantity - others.units) return refuse('places_offered')
  if (joiner.id === buy.vendorOwnerId) return refuse('own_shop')
  if (joiner.servesShop) return refuse('own_shop', { message: SHOP_STAFF })
  if (!joiner.confirmed) return refuse('contact_not_confirmed')

  const ownQuantity = joiner.liveQuantity ?? 0
  const limits = ownLimits(buy, joiner)
  const limited =
    limitFault(limits, ownQuantity + quantity) ??
    limitFault({ minQuantity: limits.minQuantity, maxQuantity: null }, ownQuantity + request.quantity)
  if (limited) return limited
  const addedParticipants = ownQuantity > 0 ? 0 : 1
  const newParticipants = buy.currentParticipants + addedParticipants
  if (addedParticipants === 1 && buy.maxParticipants !== null && newParticipants > buy.maxParticipants) {
    return refuse('no_places_left')
  }
  if (addedParticipants === 1 && buy.maxParticipants !== null && newParticipants + others.people > buy.maxParticipants)
    return refuse('places_offered')

  const pending = joiner.pending ?? null
  if (pending?.isBeingPaid) return refuse('being_paid')
  const unitPriceKobo = priceAt(buy, newParticipants)
  const hasPaid = ownQuantity > (pending?.quantity ?? 0)
  const ceilingUnitPriceKobo = promisedCeilingKobo({ ...buy, hasPaid }, pending)
  // A participant that the promised ceiling relied on has left: the promise holds, but only for the units it was made
  // for.
  if (ceilingUnitPriceKobo < ceilingPriceKobo({ ...buy, hasPaid })) return refuse('pay_first')
  const orderQuantity = quantity + (pending?.quantity ?? 0)
  const sureQuantity = request.quantity + (pending?.sureQuantity ?? pending?.quantity ?? 0)
  const amounts = orderAmounts({
    unitPriceKobo,
    ceilingUnitPriceKobo,
    quantity: orderQuantity,
    deliveryFeeKobo: pending?.deliveryFeeKobo ?? 0n,
    ...(buy.rates && { rates: buy.rates }),
  })
  if (joiner.unpaid) {
    const window = { ...buy, targetQuantity: buy.formerTargetQuantity ?? buy.targetQuantity }
    const unpaidFault = promiseFault(joiner.unpaid, {
      quantity: orderQuantity,
      amountDueKobo: amounts.amountDueKobo,
      former: pending,
      mostUnits: maxUnpaidUnits(window, joiner.unpaid.limits),
      ...(buy.paymentMode && { paymentMode: buy.paymentMode }),
      newBuyers: { held: buy.heldByNew ?? 0, max: maxNewBuyerUnits(window, joiner.unpaid.limits) },
    })
    if (unpaidFault) return unpaidFault
  }
  return {
    kind: pending ? 'grown' : ownQuantity > 0 ? 'sibling' : 'new',
    quantity: orderQuantity,
    sureQuantity: sureQuantity < orderQuantity ? sureQuantity : null,
    addedQuantity: quantity,
    addedParticipants,
    newQuantity: buy.currentQuantity + quantity,
    newParticipants,
    unitPriceKobo,
    ceilingUnitPriceKobo,
    ...amounts,
  }
}

/** Refuses joins and changes of quantity while the people in a buy answer whether they stay at a higher price. */
export const priceVoteFault = (until: Date): Refusal =>
  refuse('price_vote_open', {
    message: withValues(
      /*i18n*/ 'The shop has asked for a higher price; its people are answering until {moment}. Please come back after that.',
      { moment: formatMoment(until) },
    ),
  })

/** The units and places held for other people on the waiting list. */
function offersToOthers(buy: JoinedBuy, { offeredUnits = 0, liveQuantity = 0 }: Joiner) {
  const own = offeredUnits > 0 && liveQuantity === 0 ? 1 : 0
  return { units: (buy.offeredUnits ?? 0) - offeredUnits, people: (buy.offeredPeople ?? 0) - own }
}

/** Refuses a second tap on a page of before the first: its sender does not know what they already have. */
function staleFault({ unit }: JoinedBuy, { joiner, ownQuantity = null }: JoinRequest): Refusal | null {
  const quantity = joiner.liveQuantity ?? 0
  if (ownQuantity === null || ownQuantity === quantity) return null
  const details = { own_quantity: quantity }
  if (quantity === 0) return refuse('own_quantity_changed', { message: NO_LONGER_IN, details })
  return refuse('own_quantity_changed', {
    message: withValues(ALREADY_IN, { units: countUnits(quantity, unit) }),
    details,
  })
}

const ALREADY_IN = /*i18n*/ 'You are already in with {units}. Nothing was added.'
const NO_LONGER_IN = /*i18n*/ 'You are no longer in this group buy. Nothing was ordered.'

type CheckedBuy = Pick<JoinedBuy, 'status' | 'endDate' | 'currentQuantity' | 'targetQuantity'>

/** The specification's three checks, which screens also make before any call; null if they pass. */
export function joinFault(buy: CheckedBuy | null, quantity: number, now: Date): Refusal | null {
  if (!buy) return refuse('buy_not_found')
  if (!isJoinable(buy, now)) return refuse('buy_not_active')
  if (!Number.isSafeInteger(quantity) || quantity < 1) return refuse('quantity_not_whole')
  const available = Math.max(0, buy.targetQuantity - buy.currentQuantity)
  if (quantity > available) return refuse('quantity_exceeds_spots', { details: { available } })
  return null
}

type Limits = Pick<JoinedBuy, 'minQuantity' | 'maxQuantity'>

/** The limits for one person: the shop may have granted them more (`public.own_max_quantity`). */
const ownLimits = (
  { minQuantity, maxQuantity }: Limits,
  { grantedQuantity = null }: Pick<Joiner, 'grantedQuantity'>,
): Limits => ({ minQuantity, maxQuantity: maxQuantity === null ? null : Math.max(maxQuantity, grantedQuantity ?? 0) })

/** Checks the product's limits against a buyer's total quantity in one buy; null if they are met. */
export function limitFault(limits: Limits, quantity: number): Refusal | null {
  if (quantity < limits.minQuantity) {
    const message = withValues(/*i18n*/ 'One person takes at least {count}.', { count: limits.minQuantity })
    return refuse('quantity_below_minimum', { message, details: { min_quantity: limits.minQuantity } })
  }
  if (limits.maxQuantity !== null && quantity > limits.maxQuantity) {
    const message = withValues(/*i18n*/ 'One person may take at most {count}.', { count: limits.maxQuantity })
    return refuse('quantity_above_maximum', { message, details: { max_quantity: limits.maxQuantity } })
  }
  return null
}
