import { type ActDescribers, subjectOf, textOf } from '#domain/acts/act.ts'
import { formatNaira } from '#domain/money.ts'

export const packingActs = {
  'order.pack': ({ after }) => [
    after.packed ? ' marked as packed: ' : ' took back the mark “packed” of: ',
    `${textOf(after.products) ?? 'goods'}, order ${String(after.order_no)}.`,
  ],
  'order.ready': ({ after }) => [` said that order ${String(after.order_no)} is ready.`],
  'group-buy.ready': ({ act, after }) => [' said that ', subjectOf(act), ` is ready (${String(after.orders)} orders).`],
  'delivery.weigh-in': ({ after }) => [
    ` counted ${String(after.units)} of ${String(after.expected)} ${textOf(after.product) ?? 'units'} at ${textOf(after.place) ?? 'a place'}.`,
  ],
  'order.weigh': ({ after }) => [
    ` weighed ${textOf(after.product) ?? 'goods'} of order ${String(after.order_no)}: ${textOf(after.weight) ?? ''}${Number(after.goods_kobo) > 0 ? `, ${formatNaira(Number(after.goods_kobo))} of goods given back${after.waits ? ' once it is answered' : ''}` : ''}.`,
  ],
  'delivery.correct-load': ({ after }) => [
    ` corrected a load of ${textOf(after.what) ?? 'goods'} at ${textOf(after.place) ?? 'a place'} from ${String(after.from)} to ${String(after.to)}: ${textOf(after.reason) ?? ''}`,
  ],
  'delivery.shortfall': ({ after }) => [
    ` entered ${textOf(after.amount) ?? 'something'} of ${textOf(after.what) ?? 'a delivery'}; ${formatNaira(Number(after.goods_kobo ?? after.returned_kobo))} of goods of ${String(after.orders)} orders${after.waits ? ', which waits for an answer' : ''}${after.by_hub ? ', in part at the hub’s cost' : ''}.`,
  ],
  'delivery.shortfall-withdraw': ({ after }) => [
    ` took back a short delivery of ${textOf(after.what) ?? 'a product'}.`,
  ],
  'delivery.shortfall-answer': ({ after }) => [
    ` ${after.answer === 'accept' ? 'accepted' : 'did not accept'} a short delivery of ${textOf(after.what) ?? 'a product'}.`,
  ],
} satisfies ActDescribers
