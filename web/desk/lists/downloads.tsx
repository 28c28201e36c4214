import { useLocation, useSearchParams } from 'react-router'
import { CsvDownload } from '#web/files/csv-download.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { withParams } from './list-view.ts'

/** Links to the list as CSV and as an Excel file, with the same filters and order. */
export function Downloads({ noun }: { noun: string }) {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const list = pathname.replace(/\/$/, '')
  return (
    <div className="mt-6 flex flex-wrap items-center gap-3">
      <CsvDownload href={withParams(`${list}.csv`, params, {})} noun={noun} />
      <a href={withParams(`${list}.xlsx`, params, {})} download className={buttonClass({ tone: 'plain' })}>
        Download Excel
      </a>
    </div>
  )
}
