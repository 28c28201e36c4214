import { useLocation } from 'react-router'
import { parseRole } from '#domain/accounts/roles.ts'
import { pageShortcuts } from '#web/desk/shortcuts/page-shortcuts.ts'
import { ShortcutList, ShortcutSwitch } from '#web/desk/shortcuts/shortcut-list.tsx'
import { sidebarArea } from '#web/layouts/areas.ts'
import { pageMeta } from '#web/page-meta.ts'
import { useShell } from '#web/shell.ts'
import { PageHeading } from '#web/ui/headings.tsx'

/** The keyboard shortcuts of a desk, as a page. */
export default function ShortcutsPage() {
  const { viewer } = useShell()
  const area = sidebarArea(useLocation().pathname, parseRole(viewer.role), [])
  return (
    <>
      <PageHeading lead="They do nothing while you type in a field.">Keyboard shortcuts</PageHeading>
      <div className="grid max-w-measure gap-6">
        <ShortcutList pages={pageShortcuts(area?.links ?? [])} />
        <ShortcutSwitch />
      </div>
    </>
  )
}

export const meta = () => pageMeta('Keyboard shortcuts', 'Keys that open the pages of your desk.')
