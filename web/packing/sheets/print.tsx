import { data, Link } from 'react-router'
import { readMeasures } from '#api/measures.ts'
import { LOAD_AGAIN } from '#domain/texts/screens.ts'
import { apiContext, siteContext } from '#web/context.ts'
import { countPages, pageParam, pageWithin, pathWithParams, rowRange } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { guard } from '#web/session/guard.ts'
import type { PageHandle } from '#web/shell.ts'
import { moment } from '#web/ui/format.ts'
import '#web/ui/tables/sheet-of-paper.css'
import './sheets.css'
import { qrPath } from '#domain/qr-path.ts'
import { bagsOf } from '../day/bags.ts'
import { readDayKey } from '../day/day-key.ts'
import { shareDayText } from '../packing-texts.ts'
import { readAllPackingLines, readBatch } from '../queries.ts'
import type { Route } from './+types/print.ts'
import { labelPieces } from './label-pieces.ts'
import { Labels } from './labels.tsx'
import { PackingSheet, PickSheet, RosterSheet } from './sheets.tsx'
import '#web/theme/desk.css'

/** A page to print: without framework scripts and navigation. */
export const handle: PageHandle = { scripts: false }
export const middleware = [guard]

const TITLES = { pick: 'Pick list', list: 'Packing list', labels: 'Labels', roster: 'Roster' } as const
type SheetName = keyof typeof TITLES
const isSheet = (name: string): name is SheetName => Object.hasOwn(TITLES, name)

/** The papers of a sheet, with the class of each and the words of its link. */
const PAPERS = {
  a4: { name: 'On A4 paper', look: '' },
  roll: { name: 'On an 80 mm roll', look: 'on-a-roll' },
  'narrow-roll': { name: 'On a 58 mm roll', look: 'on-a-roll on-a-narrow-roll' },
  label: { name: 'On labels of 80 x 48 mm', look: 'on-single-labels' },
} as const
type Paper = keyof typeof PAPERS
const isPaper = (name: string, sheet: SheetName): name is Paper =>
  Object.hasOwn(PAPERS, name) && (name !== 'label' || sheet === 'labels')

/** A day's own page is beside those of its batches. */
function backOf(path: string, key: string): string {
  const here = path.replace(/\/print\/.*$/, '')
  return readDayKey(key) ? here.replace(/\/([^/]*)$/, '/days/$1') : here
}

/** Labels contain pictures: this many keep a page light on a slow phone. */
const LABELS_A_PAGE = 120

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { batch: key, sheet } = params
  if (!isSheet(sheet)) throw data(null, { status: 404 })
  const [{ batch, failure }, { rows, failure: lost }, measures] = await Promise.all([
    readBatch(api, key),
    readAllPackingLines(api, key),
    readMeasures(api),
  ])
  if (!batch && !failure) throw data(null, { status: 404 })
  const { origin } = context.get(siteContext)
  const handOverAt = (orderNo: number) => `${origin}/handover?order=${orderNo}`
  const all = sheet === 'labels' ? labelPieces(bagsOf(rows)) : []
  const page = pageWithin(pageParam(url.searchParams), all.length, LABELS_A_PAGE)
  const [from, to] = rowRange(page, LABELS_A_PAGE)
  const pieces = all.slice(from, to + 1)
  const paper = url.searchParams.get('paper') ?? ''
  return {
    batch,
    sheet,
    lines: sheet === 'labels' ? [] : rows,
    pieces,
    measures,
    failure: failure ?? lost,
    page,
    path: url.pathname,
    printedAt: new Date().toISOString(),
    back: backOf(url.pathname, key),
    paper: isPaper(paper, sheet) ? paper : ('a4' as const),
    pageCount: Math.max(1, countPages(all.length, LABELS_A_PAGE)),
    codes: Object.fromEntries(pieces.map(({ bag: { orderNo } }) => [orderNo, qrPath(handOverAt(orderNo))])),
  }
}

export default function PrintedSheet({ loaderData }: Route.ComponentProps) {
  const { batch, sheet, lines, pieces, measures, failure, paper, printedAt, codes, page, pageCount } = loaderData
  const name = batch?.batch_name ?? ''
  return (
    <main id="main" tabIndex={-1} className={`sheet-of-paper ${PAPERS[paper].look}`}>
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
        <Labels pieces={pieces} measures={measures} codes={codes} />
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

type SheetToolbar = Pick<Route.ComponentProps['loaderData'], 'back' | 'path' | 'paper' | 'sheet' | 'page' | 'pageCount'>

function SheetToolbar({ back, path, paper, sheet, page, pageCount }: SheetToolbar) {
  const at = (to: number) => pathWithParams(path, { page: to, paper: paper === 'a4' ? '' : paper })
  const papers = (Object.keys(PAPERS) as Paper[]).filter((name) => name !== paper && isPaper(name, sheet))
  return (
    <p className="on-screen-only">
      <Link to={back} reloadDocument>
        Back to packing
      </Link>
      {papers.map((name) => (
        <Link key={name} to={pathWithParams(path, { paper: name === 'a4' ? '' : name })} reloadDocument>
          {PAPERS[name].name}
        </Link>
      ))}
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
    'For the printer, on A4, a roll or labels.',
  )
