import classes from './panel-tabs.module.css';

/** Class names for the tabs at the top of a panel. */
export const tabClasses = { list: classes.tabs as string, tab: classes.tab as string };
