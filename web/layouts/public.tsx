import { Outlet } from 'react-router'
import { Frame } from './frame.tsx'

/** Bar, page in the common width, footer: every public page that is not the home page. */
export default function PublicLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}
