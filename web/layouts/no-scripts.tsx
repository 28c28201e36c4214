import { Outlet } from 'react-router'
import type { PageHandle } from '#web/shell.ts'
import { Frame } from './frame.tsx'

/** Static pages without scripts (decision 0005). */
export const handle: PageHandle = { scripts: false }

export default function NoScriptsLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}
