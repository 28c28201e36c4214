import { Outlet } from 'react-router'
import { Frame } from './frame.tsx'

/** Bar, page in the usual width, footer: every public page except the home page. */
export default function PublicLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}
