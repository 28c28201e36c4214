import { data, Form, Link } from 'react-router'
import { readMeasures } from '#api/measures.ts'
import type { Measure } from '#domain/products/measures.ts'
import { countUnits } from '#domain/products/units.ts'
import { apiContext } from '#web/context.ts'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { countPages, pageParam, pageWithin, pathWithParams, rowRange, textParam } from '#web/list-page.ts'
import { useRefresh } from '#web/lists/refresh.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { SearchBox } from '#web/ui/browse/search-box.tsx'
import { SearchForm } from '#web/ui/browse/search-form.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { plural } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { Table } from '#web/ui/tables/table.tsx'
import { FoundWeight } from '../line-columns.tsx'
import { PackedPart } from '../packed-part.tsx'
import { amountText, groupByPlace, pickList, placeLabel, shareDayText } from '../packing-texts.ts'
import { readAllPackingLines, readDay } from '../queries.ts'
import type { Batch, PackingLine } from '../rows.ts'
import { Sheets } from '../sheet-links.tsx'
import type { Route } from './+types/day.ts'
import { type Bag, bagsOf } from './bags.ts'
import { handleDayForm } from './day-action.ts'
import { readDayKey } from './day-key.ts'

const BAGS_A_PAGE = 50
const REFRESH_SECONDS = 30

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const day = readDayKey(params.day)
  if (!day) throw data(null, { status: 404 })
  const [{ batch, batches, failure }, { rows, failure: lost }, measures] = await Promise.all([
    readDay(api, day),
    readAllPackingLines(api, params.day),
    readMeasures(api),
  ])
  if (!batch && !failure) throw data(null, { status: 404 })
  const search = textParam(url.searchParams, 'search')
  const found = bagsOf(rows).filter((bag) => matches(bag, search))
  const page = pageWithin(pageParam(url.searchParams), found.length, BAGS_A_PAGE)
  const [from, to] = rowRange(page, BAGS_A_PAGE)
  return {
    batch,
    batches,
    failure: failure ?? lost,
    loads: loadsOf(rows, measures),
    bags: found.slice(from, to + 1),
    count: found.length,
    page,
    pageCount: countPages(found.length, BAGS_A_PAGE),
    search,
    path: url.pathname,
    base: url.pathname.replace(/\/days\/.*$/, ''),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  return handleDayForm(context.get(apiContext), await readForm(request))
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

function matches({ buyer, orderNos }: Bag, search: string): boolean {
  return (
    search === '' ||
    buyer.toLocaleLowerCase('en').includes(search.toLocaleLowerCase('en')) ||
    orderNos.some((number) => String(number) === search.replace('#', ''))
  )
}

/** The goods to load: everything, then for each place and delivery run if there are several. */
function loadsOf(lines: readonly PackingLine[], measures: readonly Measure[]) {
  const places = groupByPlace(lines)
  const all = { name: 'Everything', products: pickList(lines, measures) }
  if (places.length < 2) return [all]
  return [all, ...places.map(({ place, lines: part }) => ({ name: place, products: pickList(part, measures) }))]
}

/** A shop's whole sharing day: the goods to load over all buys, and a bag for each person. */
export default function PackingDay({ loaderData, actionData }: Route.ComponentProps) {
  const { batch, batches, failure, loads, bags, count, page, pageCount, search, path, base } = loaderData
  useRefresh(REFRESH_SECONDS)
  if (!batch) return <ErrorState message={failure ?? ''} reload />
  return (
    <>
      <p className="mb-2">
        <Link to={base} className="text-link">
          All packing
        </Link>
      </p>
      <PageHeading
        lead={`${batch.shop}. ${plural(batch.orders, 'order')} of ${plural(batches.length, 'batch', 'batches')}.`}
      >
        {batch.share_date ? shareDayText(batch) : 'Without a sharing day'}
      </PageHeading>
      <OutcomeNotice namesFault outcome={actionData} />
      {failure && <ErrorState message={failure} reload />}
      <PackedPart batch={batch} />
      <Sheets path={`${base}/${batch.batch}`} />
      <section aria-labelledby="bags" className="mb-10">
        <SectionHeading id="bags">Bags</SectionHeading>
        <SearchForm role="search" className="mb-4 max-w-measure">
          <SearchBox label="Search the bags" placeholder="Name or order number" value={search} />
        </SearchForm>
        {bags.length === 0 && (
          <EmptyState title="No bag matches.">
            <Link to={path} className="text-link">
              Show all bags
            </Link>
          </EmptyState>
        )}
        <ul className="divide-y divide-grain border-grain not-empty:border-y">
          {bags.map((bag) => (
            <li key={`${bag.orderNo} ${bag.lines[0]?.id}`}>
              <BagRow bag={bag} path={path} />
            </li>
          ))}
        </ul>
        <Pagination
          page={page}
          pageCount={pageCount}
          linkTo={(to) => pathWithParams(path, { search, page: to })}
          label={plural(count, 'bag')}
        />
      </section>
      <section aria-labelledby="loads" className="mb-10">
        <SectionHeading id="loads">To load</SectionHeading>
        {loads.map((load) => (
          <Load key={load.name} load={load} withName={loads.length > 1} />
        ))}
      </section>
      <section aria-labelledby="batches" className="max-w-measure">
        <SectionHeading id="batches">Make ready, or enter what is short</SectionHeading>
        <Batches batches={batches} base={base} />
      </section>
    </>
  )
}

function BagRow({ bag, path }: { bag: Bag; path: string }) {
  const { lines, orderNos, buyer, openOrderIds, isPacked } = bag
  const [first] = lines
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-52">
        <strong className="wrap-anywhere">{buyer}</strong>{' '}
        <span className="text-14 text-soft">{orderNos.join(', ')}</span>
        <ul>
          {lines.map((line) => (
            <li key={line.id} className="wrap-anywhere">
              <strong>{amountText(line)}</strong>, {line.product_name}
              <FoundWeight line={line} from={path} />
            </li>
          ))}
        </ul>
        {first && <p className="text-14 text-soft wrap-anywhere">{placeLabel(first)}</p>}
      </div>
      {openOrderIds.length === 0 ? (
        <Badge tone="good">Ready</Badge>
      ) : (
        <Form method="post" preventScrollReset className="max-sm:w-full">
          <input type="hidden" name="intent" value={isPacked ? 'unpack' : 'pack'} />
          {openOrderIds.map((id) => (
            <input key={id} type="hidden" name="order_id" value={id} />
          ))}
          <input type="hidden" name="buyer" value={buyer} />
          <button
            type="submit"
            className={`${buttonClass({ tone: isPacked ? 'quiet' : 'plain' })} max-sm:w-full`}
            aria-label={`${isPacked ? 'Take back' : 'Bag packed'}: ${buyer}, ${orderNos.join(', ')}`}
          >
            {isPacked ? 'Packed. Take back' : 'Bag packed'}
          </button>
        </Form>
      )}
    </div>
  )
}

type LoadOfPlace = ReturnType<typeof loadsOf>[number]

function Load({ load: { name, products }, withName }: { load: LoadOfPlace; withName: boolean }) {
  return (
    <div className="mb-6">
      {withName && <h3 className="mb-2 text-18">{name}</h3>}
      <Table
        caption={withName ? `To load: ${name}` : 'To load'}
        rows={products}
        rowKey={({ product, unit }) => `${product} ${unit}`}
        columns={[
          { header: 'Product', heading: true, cell: ({ product }) => <span className="wrap-anywhere">{product}</span> },
          { header: 'Units', numeric: true, cell: ({ units, unit }) => <strong>{countUnits(units, unit)}</strong> },
          { header: 'Packed', numeric: true, cell: ({ packed, unit }) => countUnits(packed, unit) },
          { header: 'Weight', numeric: true, cell: ({ weight }) => weight ?? 'Not stated' },
        ]}
      />
    </div>
  )
}

function Batches({ batches, base }: { batches: readonly Batch[]; base: string }) {
  return (
    <ul className="divide-y divide-grain border-y border-grain">
      {batches.map(({ batch, batch_name: name, open_orders: open }) => (
        <li key={batch} className="flex flex-wrap items-center justify-between gap-x-4">
          <Link to={`${base}/${batch}`} className="inline-flex min-h-11 min-w-0 items-center text-link wrap-anywhere">
            {name}
          </Link>
          {open === 0 ? (
            <Badge tone="good">Ready</Badge>
          ) : (
            <span className="text-14 text-soft">{plural(open, 'order')} to make ready</span>
          )}
        </li>
      ))}
    </ul>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(`Packing: ${loaderData?.batch ? shareDayText(loaderData.batch) : ''}`, 'Everything of one sharing day.')
