import '@mantine/core/styles/Tabs.layer.css';
import classes from './panel-tabs.module.css';

/** How the tabs at the head of a panel look. */
export const tabClasses = { list: classes.tabs as string, tab: classes.tab as string };
