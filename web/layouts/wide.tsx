import { Outlet } from 'react-router'
import { Frame } from './frame.tsx'

/** The layout of full-width pages, which set their own widths (home, with its hero). */
export default function WideLayout() {
  return (
    <Frame wide>
      <Outlet />
    </Frame>
  )
}
