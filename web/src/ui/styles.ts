/** The styles of every page. */
import '@mantine/core/styles/baseline.layer.css';
import './tokens.css';
import './fonts.css';
import './base.css';
