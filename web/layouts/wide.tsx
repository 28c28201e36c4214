import { Outlet } from 'react-router'
import { Frame } from './frame.tsx'

/** Like the public layout, but the page reaches from edge to edge and sets its own widths (home, with its hero). */
export default function WideLayout() {
  return (
    <Frame wide>
      <Outlet />
    </Frame>
  )
}
