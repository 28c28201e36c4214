import type { Banner } from '#domain/banners/banner.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'

interface CurrentBannersOptions {
  database: Pick<Database, 'as' | 'listen'>
  onFault(fault: unknown): void
}

export interface CurrentBanners {
  /** Those that are shown now or later, as this process knows them. */
  current(): readonly Banner[]
  /** Reads them now; afterwards the page of the person who changed one shows it. */
  refresh(): Promise<void>
  /** Reads them, and again whenever they change; until then there are none. */
  start(): Promise<void>
  stop(): Promise<void>
}

const RETRY_MS = 1_000

/**
 * The banners that are shown now or planned, in memory: pages choose among them without a query. They are read again
 * when the table is announced, and whenever an announcement may have been missed. Starts and ends need no read, because
 * the choice compares them with the clock.
 */
export function followBanners({ database, onFault }: CurrentBannersOptions): CurrentBanners {
  let banners: readonly Banner[] = []
  /** The number of the latest read, and of the one whose result counts. */
  let latest = 0
  let applied = 0
  let timer: NodeJS.Timeout | undefined
  let unlisten: (() => Promise<void>) | undefined
  let isStopped = false

  async function read(): Promise<void> {
    latest += 1
    const own = latest
    try {
      const found = await database.as(SERVICE, async (tx) => (await tx.query<BannerRow>(CURRENT)).rows)
      // A read that started earlier must not replace a newer one.
      if (own < applied) return
      applied = own
      banners = found.map(({ banner }) => banner)
    } catch (fault) {
      if (own === latest) retry(fault, read)
    }
  }

  function retry(fault: unknown, work: () => Promise<void>): void {
    if (isStopped) return
    onFault(fault)
    clearTimeout(timer)
    timer = setTimeout(() => void work(), RETRY_MS).unref()
  }

  async function start(): Promise<void> {
    try {
      const onTable = (table: string) => void (table === 'public.banners' && read())
      const close = await database.listen('table_changes', onTable, () => void read())
      if (isStopped) return await close()
      unlisten = close
      await read()
    } catch (fault) {
      retry(fault, start)
    }
  }

  return {
    current: () => banners,
    refresh: read,
    start,
    async stop() {
      isStopped = true
      applied = Number.POSITIVE_INFINITY
      clearTimeout(timer)
      await unlisten?.()
    },
  }
}

interface BannerRow {
  banner: Banner
}

/** The guard lets at most 50 run or be planned. */
const CURRENT = `select jsonb_build_object('id', id, 'title', title, 'title_pcm', title_pcm, 'title_ha', title_ha, 'title_yo', title_yo,
    'title_ig', title_ig, 'link_path', link_path, 'tone', tone, 'audience', audience, 'state', state, 'starts_at', starts_at,
    'shown_until', shown_until) as banner
  from public.banners where shown_until > now() order by shown_until limit 100`
