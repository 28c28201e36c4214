import { data, Link } from 'react-router'
import { readMeasures } from '#api/measures.ts'
import { LOAD_AGAIN } from '#domain/texts/screens.ts'
import { apiContext, siteContext } from '#web/context.ts'
import { countPages, pageParam, rowRange } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { guard } from '#web/session/guard.ts'
import type { PageHandle } from '#web/shell.ts'
import { moment } from '#web/ui/format.ts'
import '#web/ui/tables/sheet-of-paper.css'
import './sheets.css'
import { qrPath } from '#domain/qr-path.ts'
import { shareDayText } from '../packing-texts.ts'
import { listLineRange, readAllPackingLines, readBatch } from '../queries.ts'
import type { Route } from './+types/print.ts'
import { Labels } from './labels.tsx'
import { PackingSheet, PickSheet, RosterSheet } from './sheets.tsx'
import '#web/theme/desk.css'

/** A page to print: without framework scripts and navigation. */
export const handle: PageHandle = { scripts: false }
export const middleware = [guard]

const TITLES = { pick: 'Pick list', list: 'Packing list', labels: 'Labels', roster: 'Roster' } as const
type SheetName = keyof typeof TITLES
const isSheet = (name: string): name is SheetName => Object.hasOwn(TITLES, name)

/** Labels contain pictures: this many keep a page light on a slow phone. */
const LABELS_A_PAGE = 120

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { batch: key, sheet } = params
  if (!isSheet(sheet)) throw data(null, { status: 404 })
  const page = pageParam(url.searchParams)
  const isLabels = sheet === 'labels'
  const [{ batch, failure }, { rows, failure: lost, ...list }, measures] = await Promise.all([
    readBatch(api, key),
    isLabels ? listLineRange(api, key, rowRange(page, LABELS_A_PAGE)) : readAllPackingLines(api, key),
    readMeasures(api),
  ])
  if (!batch && !failure) throw data(null, { status: 404 })
  const { origin } = context.get(siteContext)
  const handOverAt = (orderNo: number) => `${origin}/handover?order=${orderNo}`
  return {
    batch,
    sheet,
    lines: rows,
    measures,
    failure: failure ?? lost,
    page,
    path: url.pathname,
    printedAt: new Date().toISOString(),
    back: url.pathname.replace(/\/print\/.*$/, ''),
    isRoll: url.searchParams.get('paper') === 'roll',
    pageCount: 'count' in list ? countPages(Number(list.count), LABELS_A_PAGE) : 1,
    codes: isLabels ? Object.fromEntries(rows.map((line) => [line.order_no, qrPath(handOverAt(line.order_no))])) : {},
  }
}

export default function PrintedSheet({ loaderData }: Route.ComponentProps) {
  const { batch, sheet, lines, measures, failure, isRoll, printedAt, codes, page, pageCount } = loaderData
  const name = batch?.batch_name ?? ''
  return (
    <main
      id="main"
      tabIndex={-1}
      className={`sheet-of-paper${isRoll ? ' on-a-roll' : ''}${isRoll && sheet === 'labels' ? ' of-labels' : ''}`}
    >
      <SheetToolbar {...loaderData} />
      <h1>
        {TITLES[sheet]}: {name}
      </h1>
      <p className={sheet === 'labels' ? 'not-on-labels' : ''}>
        {batch?.shop}. Sharing day: <strong>{batch && shareDayText(batch)}</strong>. Printed {moment(printedAt)}.
        {pageCount > 1 && ` Sheet ${page} of ${pageCount}.`}
      </p>
      {failure ? (
        <p role="alert">
          {failure} {LOAD_AGAIN}
        </p>
      ) : sheet === 'labels' ? (
        <Labels lines={lines} measures={measures} codes={codes} />
      ) : sheet === 'pick' ? (
        <PickSheet lines={lines} measures={measures} />
      ) : sheet === 'list' ? (
        <PackingSheet lines={lines} measures={measures} isBulk={batch?.group_buy_id === null} />
      ) : (
        <RosterSheet lines={lines} measures={measures} isBulk={batch?.group_buy_id === null} />
      )}
    </main>
  )
}

type SheetToolbar = Pick<Route.ComponentProps['loaderData'], 'back' | 'path' | 'isRoll' | 'page' | 'pageCount'>

function SheetToolbar({ back, path, isRoll, page, pageCount }: SheetToolbar) {
  const at = (to: number) => `${path}?page=${to}${isRoll ? '&paper=roll' : ''}`
  return (
    <p className="on-screen-only">
      <Link to={back} reloadDocument>
        Back to packing
      </Link>
      <Link to={`${path}${isRoll ? '' : '?paper=roll'}`} reloadDocument>
        {isRoll ? 'On A4 paper' : 'On an 80 mm roll'}
      </Link>
      {page > 1 && (
        <Link to={at(page - 1)} reloadDocument>
          Sheet {page - 1}
        </Link>
      )}
      {page < pageCount && (
        <Link to={at(page + 1)} reloadDocument>
          Sheet {page + 1} of {pageCount}
        </Link>
      )}
      <span>Print with Ctrl+P, or Share and Print on a phone.</span>
    </p>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(
    `${loaderData ? TITLES[loaderData.sheet] : ''}: ${loaderData?.batch?.batch_name ?? ''}`,
    'For the printer, on A4 or an 80 mm roll.',
  )
