import { useLocation } from 'react-router'
import { Tabs } from '#web/ui/tables/tabs.tsx'

/** The reports of an area. */
export function ReportTabs() {
  const path = useLocation().pathname.replace(/\/$/, '')
  const base = `/${path.split('/')[1]}/reports`
  const reports = [
    { to: base, label: 'By month' },
    { to: `${base}/weeks`, label: 'By week' },
    { to: `${base}/towns`, label: 'By town' },
    { to: `${base}/categories`, label: 'By category' },
  ]
  return <Tabs label="Reports" tabs={reports.map((report) => ({ ...report, current: report.to === path }))} />
}
