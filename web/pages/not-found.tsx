import { data } from 'react-router'

/** For every address that nothing else handles. */
export function loader() {
  throw data(null, { status: 404 })
}

export default function NotFound() {
  return null
}
