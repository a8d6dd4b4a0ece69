import { Outlet } from 'react-router'

/** Nothing around the screen. */
export const BareShell = () => <Outlet />
