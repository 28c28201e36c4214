/**
 * The definition of each figure (docs/amounts-and-figures.md, "Figures"), shown next to it with the same text on every
 * page.
 */
export const figureRules = {
  orders: 'Orders: those that were paid.',
  promised: 'Promised: not paid yet.',
  goods: 'Goods: in paid orders, without fees or delivery, at the final price or, until it is set, the price now.',
  fees: 'Fees: of these goods, from buyers and vendors.',
  completed: /*i18n*/ 'Completed: handed over, and the time for claims has passed.',
  revenue: /*i18n*/ 'Revenue: goods in completed orders, without fees.',
  rating:
    /*i18n*/ 'Rating: the average of the stars buyers gave after collecting, one rating for each order. Hidden ratings do not count.',
  onTime:
    /*i18n*/ 'On time: completed orders handed over within 24 hours of being ready. Stockpiled orders do not count.',
  cancelled: /*i18n*/ 'Cancelled by the shop: the share of paid orders that the shop cancelled.',
  disputed: /*i18n*/ 'Claims: the share of orders handed over with a claim that the shop contested or that was upheld.',
  delivery:
    /*i18n*/ 'Average delivery time: from ready to hand-over, over completed orders. Stockpiled orders do not count.',
} as const

/** The definition without the figure's name, which is already above it: "Handed over within 24 hours ..." */
export function figureRule(figure: keyof typeof figureRules): string {
  const rule = figureRules[figure].replace(/^[^:]+: /, '')
  return rule.charAt(0).toUpperCase() + rule.slice(1)
}
