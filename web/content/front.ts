import { redirect } from 'react-router'

/** The content desk opens on its first page. */
export function loader() {
  return redirect('/content/deals')
}
