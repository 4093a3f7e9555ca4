// For the API's description of itself.
export { CONDITION_SCHEMA } from '@tote/conditions/condition-schema';
