import { Outlet } from 'react-router'
import type { PageHandle } from '../shell.ts'
import { Frame } from './frame.tsx'

/** Pages for reading: no framework in the browser (design.md 7, No-script pages). */
export const handle: PageHandle = { scripts: false }

export default function QuietLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}
