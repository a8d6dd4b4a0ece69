import type { CataloguePlan } from './catalogue.ts'

/** By what names our products, prices and settings are found in a Stripe account, which may hold others too. */
export const productIdOf = ({ name }: Pick<CataloguePlan, 'name'>): string => `lectern_${name}`
export const lookupKeyOf = ({ name }: Pick<CataloguePlan, 'name'>): string => `lectern_${name}_monthly`
/** The value of `metadata.lectern` on the portal's configuration. */
export const portalMark = 'portal'
