import { userTypes } from '@lectern/contracts'

export const userTypeName = (typeId: number) => (typeId >= userTypes.admin ? 'Admin' : 'User')
