import type { Api } from '#api/api.ts'
import {
  addUp,
  type Comparison,
  type DayFigure,
  overviewFigures,
  type StandingFigure,
} from '#domain/figures/overview.ts'
import { type DayRange, type Period, partsOf, periodBefore } from '#domain/figures/period.ts'

/** A figure now and before, and in each part of the period. */
export interface OverviewFigureRow extends Comparison {
  figure: DayFigure | StandingFigure
  parts: (number | null)[]
}

interface OverviewQuery {
  period: Period
  /** Empty for all. */
  state: string
}

/** Every figure of the period beside the one before. With a state, those that belong to the whole market are left out. */
export async function readOverview(api: Api, { period, state }: OverviewQuery) {
  const before = periodBefore(period)
  const parts = partsOf(period)
  const inState = state ? { in_state: state } : {}
  const [days, standing] = await Promise.all([
    api.tables.rpc('market_days', { since: before.since, until: period.until, ...inState }),
    state ? { figures: [], failure: null } : readStanding(api, [period, before, ...parts]),
  ])
  const rows = days.data ?? []
  const names = Object.keys(overviewFigures) as DayFigure[]
  const added: OverviewFigureRow[] = names
    .filter((figure) => !(state && 'isWhole' in overviewFigures[figure]))
    .map((figure) => {
      const { value } = overviewFigures[figure]
      return {
        figure,
        now: value(addUp(rows, period)),
        before: value(addUp(rows, before)),
        parts: parts.map((part) => value(addUp(rows, part))),
      }
    })
  return {
    before,
    parts,
    figures: [...added, ...standing.figures],
    failure: days.error?.message ?? standing.failure,
  }
}

async function readStanding(api: Api, ranges: readonly DayRange[]) {
  const ends = ranges.map(({ until }) => until)
  const [active, held] = await Promise.all([
    api.tables.rpc('active_people', { starts: ranges.map(({ since }) => since), ends }),
    api.tables.rpc('held_days', { ends }),
  ])
  const people = ranges.map((_, at) => (active.data ?? []).find(({ nth }) => nth === at + 1)?.people ?? 0)
  const kobo = ends.map((end) => (held.data ?? []).find(({ day }) => day === end)?.held_kobo ?? 0)
  const figures = [toFigure('active', people), toFigure('held', kobo)]
  return { figures, failure: active.error?.message ?? held.error?.message ?? null }
}

function toFigure(figure: StandingFigure, [now, before, ...parts]: number[]): OverviewFigureRow {
  return { figure, now: now ?? null, before: before ?? null, parts }
}

/** Sales of a state or category now and before. */
export interface GroupSales {
  name: string
  orders: number
  goods: number
  goodsBefore: number
}

export async function readGroups(api: Api, { period, state }: OverviewQuery) {
  const before = periodBefore(period)
  const inState = state ? { in_state: state } : {}
  const days = ({ since, until }: DayRange) => ({ since, until })
  const [states, statesBefore, categories, categoriesBefore] = await Promise.all([
    state ? { data: [] } : api.tables.rpc('market_states', days(period)),
    state ? { data: [] } : api.tables.rpc('market_states', days(before)),
    api.tables.rpc('market_categories', { ...days(period), ...inState }),
    api.tables.rpc('market_categories', { ...days(before), ...inState }),
  ])
  const named = (rows: readonly { state: string; orders: number; goods: number }[] | null) =>
    (rows ?? []).map((row) => ({ name: row.state, orders: row.orders, goods: row.goods }))
  const ofCategory = (rows: readonly { category: string; orders: number; goods: number }[] | null) =>
    (rows ?? []).map((row) => ({ name: row.category, orders: row.orders, goods: row.goods }))
  return {
    states: beside(named(states.data), named(statesBefore.data)),
    categories: beside(ofCategory(categories.data), ofCategory(categoriesBefore.data)),
  }
}

type Sales = Omit<GroupSales, 'goodsBefore'>

/** Both lists in one; a group that sold only before is last. */
function beside(now: readonly Sales[], before: readonly Sales[]): GroupSales[] {
  const gone = before.filter(({ name }) => !now.some((row) => row.name === name))
  return [...now, ...gone.map(({ name }) => ({ name, orders: 0, goods: 0 }))].map((row) => ({
    ...row,
    goodsBefore: before.find(({ name }) => name === row.name)?.goods ?? 0,
  }))
}

interface FigureRowsQuery extends OverviewQuery {
  figure: DayFigure
  /** The last row of the page before. */
  after: { at: string; id: string } | null
}

const SHOWN = 50

/** The rows that make a figure, newest first; one more than shown tells that there is another page. */
export async function readFigureRows(api: Api, { figure, period, state, after }: FigureRowsQuery) {
  const { data, error } = await api.tables.rpc('figure_rows', {
    figure,
    since: period.since,
    until: period.until,
    most: SHOWN + 1,
    ...(state && { in_state: state }),
    ...(after && { after_at: after.at, after_id: after.id }),
  })
  const rows = data ?? []
  return { rows: rows.slice(0, SHOWN), hasMore: rows.length > SHOWN, failure: error?.message ?? null }
}

export type FigureRow = Awaited<ReturnType<typeof readFigureRows>>['rows'][number]
