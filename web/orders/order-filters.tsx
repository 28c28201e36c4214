import { STAGE_FILTERS, stageLabels, statesOf } from '#domain/orders/shop/stages.ts'
import { ORDER_STATES } from '#domain/orders/states.ts'
import { lastMonths, monthLabel } from '#web/desk/figures/months.ts'
import { ALL_PAID } from '#web/desk/figures/sold-orders.ts'
import { StayingParams } from '#web/desk/lists/list-filters.tsx'
import { VIEW_PARAMS } from '#web/desk/lists/list-view.ts'
import { choiceParam, textParam } from '#web/list-page.ts'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { stateLabel } from './order-texts.ts'

/** Filters shared by every desk's list of orders. Empty values filter nothing. */
export interface OrderAddress {
  search: string
  /** A state, a stage, or all states that a figure counts as orders. */
  status: string
  kind: '' | 'group_buy' | 'bulk'
  /** Month of ordering in Lagos, 'YYYY-MM'. */
  month: string
}

/** Reads the filters from the address. Malformed ones are ignored. */
export function readOrderAddress(params: URLSearchParams): OrderAddress {
  const month = textParam(params, 'month')
  return {
    search: textParam(params, 'search'),
    status: choiceParam(params, 'status', [ALL_PAID, ...STAGE_FILTERS, ...ORDER_STATES]),
    kind: choiceParam(params, 'kind', ['group_buy', 'bulk']),
    month: /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : '',
  }
}

interface Filterable<Self> {
  eq(column: 'kind' | 'month', value: string): Self
  is(column: 'is_paid', value: true): Self
  in(column: 'status', values: readonly string[]): Self
}

/** Filters a list of `all_orders`. Each desk applies its own search. */
export function applyOrderFilters<Query extends Filterable<Query>>(
  query: Query,
  { status, kind, month }: OrderAddress,
): Query {
  let left = query
  if (status === ALL_PAID) left = left.is('is_paid', true)
  else if (status) left = left.in('status', statesOf(status))
  if (kind) left = left.eq('kind', kind)
  if (month) left = left.eq('month', `${month}-01`)
  return left
}

/** The filter fields. `today` is 'YYYY-MM-DD' in Lagos. */
export function OrderFilterFields({ address, today }: { address: OrderAddress; today: string }) {
  const months = lastMonths(today).reverse()
  const selected = `${address.month}-01`
  if (address.month && !months.includes(selected)) months.push(selected)
  return (
    <>
      <StayingParams names={VIEW_PARAMS} />
      <SelectField
        label="Status"
        name="status"
        defaultValue={address.status}
        className="min-w-0 sm:min-w-40"
        options={[
          { value: '', label: 'All' },
          { value: ALL_PAID, label: 'All paid orders' },
          ...STAGE_FILTERS.map((stage) => ({ value: stage, label: stageLabels[stage] })),
          ...ORDER_STATES.map((state) => ({ value: state, label: stateLabel(state) })),
        ]}
      />
      <SelectField
        label="Month"
        name="month"
        defaultValue={address.month}
        options={[
          { value: '', label: 'All' },
          ...months.map((month) => ({ value: month.slice(0, 7), label: monthLabel(month) })),
        ]}
      />
      <SelectField
        label="Kind"
        name="kind"
        defaultValue={address.kind}
        options={[
          { value: '', label: 'Both' },
          { value: 'group_buy', label: 'Group buys' },
          { value: 'bulk', label: 'Bulk orders' },
        ]}
      />
    </>
  )
}
