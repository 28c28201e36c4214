import { Outlet } from 'react-router'
import { Frame } from './frame.tsx'

/** The layout of all public pages except the home page. */
export default function PublicLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}
