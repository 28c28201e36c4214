import { Link } from 'react-router'
import { buyPriceNaira } from '#domain/group-buys/price/shown-price.ts'
import { buyLabel } from '#domain/group-buys/state-labels.ts'
import { countUnits } from '#domain/products/units.ts'
import { SHOP_CYCLES_PATH } from '#domain/texts/paths.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { SectionTabs } from '#web/desk/shop/section-tabs.tsx'
import { NoShop, ShopNotice } from '#web/desk/shop/shop-notice.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { choiceParam, pathWithParams } from '#web/list-page.ts'
import { useLiveRows } from '#web/lists/live-rows.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Chip, ChipRow } from '#web/ui/browse/chip.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Price } from '#web/ui/facts/price.tsx'
import { datedMoment } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import { buyTone } from '../buy-texts.ts'
import type { Route } from './+types/buys.ts'
import { BUY_FILTERS, BUY_ORDER, readVendorBuyAddress, repeatPath } from './address.ts'
import { buyGroup, buyGroupNames, buyGroups, narrowBuyGroups } from './buy-groups.ts'
import { BuysInDanger, listBuysInDanger } from './buys-in-danger.tsx'
import { type ListedBuy, listOwnBuys, readBuyToRepeat } from './queries.ts'
import { waitingText } from './waiting-people.tsx'

const HERE = '/vendor/products/buys'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const address = readVendorBuyAddress(url.searchParams)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  const list = shop && (await listOwnBuys(api, shop.id, address))
  const now = new Date()
  const today = lagosDate(now)
  const inDanger = shop ? await listBuysInDanger(api, shop.id, now) : []
  const again = shop && (await readBuyToRepeat(api, shop.id))
  const done = choiceParam(url.searchParams, 'done', DONE)
  return {
    shop,
    address,
    list,
    inDanger,
    today,
    now: now.toISOString(),
    again,
    done: done === '' ? null : doneTexts[done],
  }
}

const doneTexts = {
  published: 'The group buy is open. Buyers see it now.',
  changed: 'The group buy is changed. Buyers see the new terms now.',
  draft: 'The draft is saved. Only you see it.',
  discarded: 'The draft was discarded.',
}
const DONE = Object.keys(doneTexts) as (keyof typeof doneTexts)[]

const LEAD = 'One product, many people, a falling price.'

export default function VendorBuys({
  loaderData: { shop, address, list, inDanger, today, now, again, done },
}: Route.ComponentProps) {
  useLiveRows(shop ? [{ table: 'group_buys', filter: `vendor_id=eq.${shop.id}` }] : null)
  if (!shop || !list) return <NoShop title="Group buys" lead={LEAD} />
  return (
    <ListScreen
      title="Group buys"
      lead={LEAD}
      action={
        <span className="flex flex-wrap gap-3">
          <LinkButton to={`${HERE}/new`}>New group buy</LinkButton>
          <LinkButton to={`${HERE}/templates`} tone="plain">
            Templates
          </LinkButton>
          <LinkButton to={SHOP_CYCLES_PATH} tone="plain">
            Repeated
          </LinkButton>
        </span>
      }
      caption="Your group buys"
      noun={{ one: 'group buy', many: 'group buys' }}
      filters={BUY_FILTERS}
      stays={['show']}
      today={today}
      sort={BUY_ORDER}
      downloads
      list={list}
      lost="Your group buys are safe."
      columns={columns}
      rowKey={({ id }) => id}
      empty={<NoBuys filtered={Boolean(address.group || address.from || address.until)} />}
      query={{ show: address.group, from: address.from, until: address.until, page: address.page }}
    >
      <OutcomeNotice outcome={done ? { ok: true, text: done } : null} />
      <ShopNotice shop={shop} />
      <SectionTabs current="buys" />
      <BuysInDanger buys={inDanger} now={now} />
      {again && shop.status === 'active' && <OpenAgain buy={again} />}
      <div className="mb-4">
        <ChipRow label="Group buys by status">
          <Chip to={HERE} chosen={address.group === ''}>
            All
          </Chip>
          {buyGroupNames.map((group) => (
            <Chip key={group} to={pathWithParams(HERE, { show: group })} chosen={address.group === group}>
              {buyGroups[group].label}
            </Chip>
          ))}
          {address.group in narrowBuyGroups && address.group !== '' && (
            <Chip to={pathWithParams(HERE, { show: address.group })} chosen>
              {buyGroup(address.group).label}
            </Chip>
          )}
        </ChipRow>
      </div>
    </ListScreen>
  )
}

const columns: Column<ListedBuy>[] = [
  {
    header: 'Group buy',
    heading: true,
    sort: 'name',
    cell: ({ id, product_name: name }) => (
      <Link to={`${HERE}/${id}`} className="block sm:min-w-40 break-words text-link">
        {name}
      </Link>
    ),
  },
  { header: 'Status', cell: ({ status }) => <Badge tone={buyTone(status)}>{buyLabel(status)}</Badge> },
  {
    header: 'Joined (paid)',
    sort: 'joined',
    numeric: true,
    cell: ({ current_participants: joined, paid_participants: paid, min_participants: least }) => (
      <>
        {joined} ({paid})<span className="block text-14 whitespace-nowrap text-soft">at least {least}</span>
      </>
    ),
  },
  {
    header: 'Taken',
    numeric: true,
    cell: (buy) => (
      <>
        {buy.current_quantity}
        <span className="block text-14 whitespace-nowrap text-soft">
          of {countUnits(buy.target_quantity, buy.unit)}
        </span>
        {buy.pack_size !== null && buy.pack_unit !== null && (
          <span className="block text-14 whitespace-nowrap text-soft">
            {buy.pack_unit} of {buy.pack_size}
          </span>
        )}
        {buy.waiting_people ? <span className="block text-14 text-soft">waiting: {waitingText(buy)}</span> : null}
      </>
    ),
  },
  {
    header: 'Price now',
    numeric: true,
    cell: (buy) => <Price naira={buyPriceNaira(buy)} />,
  },
  {
    header: 'Window closes',
    sort: 'ends',
    cell: ({ end_date: end }) => <span className="whitespace-nowrap">{datedMoment(end)}</span>,
  },
  {
    header: 'Again',
    cell: ({ id, status }) =>
      status !== 'draft' && (
        <Link to={repeatPath(id)} className="whitespace-nowrap text-link">
          Open again
        </Link>
      ),
  },
]

function OpenAgain({ buy }: { buy: { id: string; product_name: string; end_date: string } }) {
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
      <LinkButton to={repeatPath(buy.id)} tone="plain" size="small">
        Open last week’s again
      </LinkButton>
      <p className="text-14 text-soft">
        {buy.product_name}, closed {datedMoment(buy.end_date)}. You see the form before anything is published.
      </p>
    </div>
  )
}

function NoBuys({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <EmptyState title="No group buy matches.">
        <Link to={HERE} className="text-link">
          Show all group buys
        </Link>
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No group buys yet." action={<LinkButton to={`${HERE}/new`}>New group buy</LinkButton>}>
      All your group buys will appear here. Choose a product, set a target, and set lower prices for more people.
    </EmptyState>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Group buys', 'The group buys of your shop.')
